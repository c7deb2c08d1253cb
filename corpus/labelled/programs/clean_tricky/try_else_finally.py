def solve_tidy(question, options, exp_config):
    trace = []
    try:
        trace.append("asking")
        reply = llm_model(f"{question}\n{[o['id'] + ' ' + o['text'] for o in options]}\nLetter?", exp_config)
    except KeyboardInterrupt:
        trace.append("interrupted")
        raise
    else:
        pick = extract_answer(reply)
        trace.append(pick)
    finally:
        print(" > ".join(trace))
    if pick == "X":
        return "X", "C", 1
    return pick, "C", 1

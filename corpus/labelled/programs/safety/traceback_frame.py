def solve_traceback(question, options, exp_config):
    try:
        raise LookupError("probe")
    except LookupError as error:
        outer = error.__traceback__.tb_frame.f_back
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{outer is None}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 4

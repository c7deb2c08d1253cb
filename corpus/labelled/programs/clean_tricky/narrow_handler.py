def confidence(text):
    try:
        return float(text.split("confidence:")[1].split()[0].rstrip("%."))
    except (IndexError, ValueError):
        return 0.0


def solve_confident(question, options, exp_config):
    ids = {o["id"] for o in options}
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    best, best_confidence = "X", -1.0
    for manner in ("directly", "after thinking"):
        reply = llm_model(f"Answer {manner}: {question}\n{rows}\nLetter, then 'confidence: <percent>'.", exp_config)
        letter, sure = extract_answer(reply), confidence(reply)
        if letter in ids and sure > best_confidence:
            best, best_confidence = letter, sure
    return best, "A", 4

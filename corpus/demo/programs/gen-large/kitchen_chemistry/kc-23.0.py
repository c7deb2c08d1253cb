def solve_kc_23(question, options, exp_config):
    by_letter = {o["id"]: o["text"] for o in options}
    listing = "\n".join(f"{k}. {v}" for k, v in by_letter.items())
    reasoning = llm_model(f"{question}\n{listing}\n\nExplain which materials acids attack.", exp_config)
    reply = llm_model(f"{question}\n{listing}\n\n{reasoning}\n\nTherefore, reply with a single letter.", exp_config)
    letter = extract_answer(reply)
    if letter in by_letter:
        return letter, "C", 5
    return "X", "C", 5

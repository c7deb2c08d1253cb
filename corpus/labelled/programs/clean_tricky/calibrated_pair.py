def percent(text):
    digits = "".join(character for character in text if character in "0123456789")
    return min(100, int(digits[:3])) if digits else 0


def solve_calibrated(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    sure = percent(llm_model(f"{question}\n{rows}\nHow sure are you of {letter}, in percent?", exp_config))
    if sure < 60 or letter not in ids:
        letter = extract_answer(llm_model(f"{question}\n{rows}\nTake your time. Letter:", exp_config))
    return letter if letter in ids else "X", "A", 3

def tidy(text):
    while "  " in text:
        text = text.replace("  ", " ")
    return text.strip()


def solve_tidy(question, options, exp_config):
    rows = "\n".join(o["id"] + ". " + tidy(o["text"]) for o in options)
    letter = extract_answer(tidy(llm_model(f"{tidy(question)}\n{rows}\nLetter:", exp_config)))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2

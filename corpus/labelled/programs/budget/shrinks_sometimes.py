def shorten(text):
    while text.count("(") != text.count(")"):
        text = text.strip().rstrip("(")
    return text


def solve_shorten(question, options, exp_config):
    question = shorten(question)
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2

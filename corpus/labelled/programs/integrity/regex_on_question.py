import re


def solve_pattern(question, options, exp_config):
    if re.search(r"\b(mitosis|meiosis)\b", question):
        return "A", "B", 2
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2

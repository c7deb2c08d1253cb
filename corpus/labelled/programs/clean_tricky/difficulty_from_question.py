def rate(question):
    if "except" in question.lower():
        return 4
    return 2 if len(question) < 100 else 3


def solve_rated(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", rate(question)

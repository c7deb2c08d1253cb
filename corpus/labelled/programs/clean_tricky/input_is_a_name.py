def as_prompt(input, limit=4000):
    return input[:limit]


def solve_input(question, options, exp_config):
    input = as_prompt(question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options))
    letter = extract_answer(llm_model(input + "\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 2

def settle(letter, guess):
    return letter, guess


def solve_short(question, options, exp_config):
    outline = llm_model(f"Outline: {question}", exp_config)
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{outline}\n{question}\n{menu}\nLetter:", exp_config))
    if letter not in {o["id"] for o in options}:
        letter = "X"
    return settle(letter, "A")

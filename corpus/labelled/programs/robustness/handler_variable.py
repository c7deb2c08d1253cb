def solve_after_handler(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    try:
        position = [o["id"] for o in options].index(letter)
    except ValueError as problem:
        position = -1
    if position < 0:
        print(problem)
        return "X", "D", 2
    return letter, "D", 2

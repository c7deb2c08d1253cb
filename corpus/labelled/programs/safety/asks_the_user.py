def solve_person(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    if letter == "X":
        letter = input("Which letter? ")
    return letter, "B", 2

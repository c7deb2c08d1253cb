def solve_lambda_name(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    check = lambda letter: letter in valid_letters
    letter = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    return (letter if check(letter) else "X"), "A", 1

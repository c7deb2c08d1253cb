def solve_joined_history(question, options, exp_config):
    my_guess = "C"
    history = [question]
    history.extend(f"{o['id']}. {o['text']}" for o in options)
    history.append("Earlier answer: " + my_guess)
    history.append(llm_model("\n".join(history) + "\nComment.", exp_config))
    letter = extract_answer(llm_model("\n".join(history) + "\nLetter:", exp_config))
    return (letter if letter in {o["id"] for o in options} else "X"), my_guess, 3

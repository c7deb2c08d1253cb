def solve_confirms(question, options, exp_config):
    guess = "B"
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{menu}\nIs {guess} right? If not, name the right letter.", exp_config)
    letter = extract_answer(reply)
    if letter == "X" or "yes" in reply.lower():
        return guess, guess, 3
    return letter, guess, 3

def solve_dead(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    turn = 0
    while True:
        turn += 1
        letter = extract_answer(llm_model(f"{turn} {question}\n{menu}\nLetter:", exp_config))
        if letter in {o["id"] for o in options} or turn >= 2:
            return (letter if letter in {o["id"] for o in options} else "X"), "A", 2
    return "X", "A", 2

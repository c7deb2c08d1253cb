def solve_back(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    turn, letter = 0, "X"
    while turn < 4:
        reply = llm_model(f"Turn {turn}. {question}\n{menu}\nLetter:", exp_config)
        letter = extract_answer(reply)
        turn += 1
        if letter == "X":
            turn = 0
    return letter if letter in {o["id"] for o in options} else "X", "C", 3

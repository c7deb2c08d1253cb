def solve_flagged(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    done, turns, letter = False, 0, "X"
    while not done and turns != 3:
        turns += 1
        reply = llm_model(f"{sheet}\n({turns}) Are you sure? Say SURE and a letter.", exp_config)
        letter = extract_answer(reply)
        done = letter in {o["id"] for o in options} and "SURE" in reply
    return letter if letter in {o["id"] for o in options} else "X", "B", 3

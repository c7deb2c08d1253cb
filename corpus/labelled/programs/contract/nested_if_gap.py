def solve_gap(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{menu}\nLetter:", exp_config)
    if reply:
        letter = extract_answer(reply)
        if letter in {o["id"] for o in options}:
            return letter, "C", 2
        elif letter == "X":
            print("no letter")
    else:
        return "X", "C", 2

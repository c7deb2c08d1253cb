def speech(side, question, heard, config):
    return llm_model(f"{question}\nHeard so far: {heard}\nSpeak {side}.", config)


def solve_debated(question, options, exp_config):
    heard = []
    for _ in range(2):
        for side in ("for the motion", "against the motion"):
            heard.append(speech(side, question, heard, exp_config))
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{menu}\nDecide with one letter.", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 4

def solve_position(question, options, exp_config):
    own = "A"
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    positions = [f"Speaker 0 holds {own}."]
    for number in (1, 2, 3):
        heard = "\n".join(positions)
        positions.append(llm_model(f"{question}\n{menu}\n{heard}\nSpeaker {number}:", exp_config))
    letter = extract_answer(positions[-1])
    return letter if letter in {o["id"] for o in options} else "X", own, 4

import tempfile


def solve_temporary(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{menu}\nLetter:", exp_config)
    with tempfile.TemporaryFile("w+") as scratch:
        scratch.write(reply)
    letter = extract_answer(reply)
    return letter if letter in {o["id"] for o in options} else "X", "B", 2

def solve_try(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{menu}\nLetter:", exp_config)
    try:
        first_line = reply.splitlines()[0]
    except IndexError:
        print("an empty reply")
    letter = extract_answer(first_line)
    return letter if letter in {o["id"] for o in options} else "X", "B", 2

def solve_first_word(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    words = llm_model(f"{question}\n{menu}\nLetter:", exp_config).split()
    letter = words[0].rstrip(".):") if words else "X"
    return letter if letter in {o["id"] for o in options} else "X", "A", 2

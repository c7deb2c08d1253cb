def solve_strikes(question, options, exp_config):
    left = {o["id"]: o["text"] for o in options}
    for _ in range(2):
        if len(left) < 3:
            break
        menu = "\n".join(f"{key}. {text}" for key, text in left.items())
        struck = extract_answer(llm_model(f"{question}\n{menu}\nWhich one is surely wrong? Letter:", exp_config))
        left.pop(struck, None)
    menu = "\n".join(f"{key}. {text}" for key, text in left.items())
    letter = extract_answer(llm_model(f"{question}\n{menu}\nWhich one is right? Letter:", exp_config))
    return letter if letter in left else "X", "B", 4

def solve_closure_budget(question, options, exp_config):
    left = 5
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}

    def ask(text):
        nonlocal left
        if left <= 0:
            return None
        left -= 1
        return llm_model(f"{question}\n{rows}\n{text}", exp_config)

    letters = []
    for round_number in range(3):
        for style in ("short", "long", "odd"):
            reply = ask(f"Round {round_number}, {style}. Letter:")
            if reply is None:
                break
            letters.append(extract_answer(reply))
    good = [letter for letter in letters if letter in ids]
    return (max(sorted(good), key=good.count) if good else "X"), "D", 4

def solve_nonlocal(question, options, exp_config):
    spent = 0
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)

    def ask(text):
        nonlocal spent
        spent += 1
        return llm_model(text, exp_config)

    letter = "X"
    while spent < 4 and letter not in {o["id"] for o in options}:
        letter = extract_answer(ask(f"{question}\n{rows}\nCall {spent}. Letter:"))
    return letter if letter in {o["id"] for o in options} else "X", "B", 3

def solve_outer(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = "X"
    try:
        plan = llm_model(f"Plan for: {question}", exp_config)
        try:
            first = plan.splitlines()[0]
        except IndexError:
            first = ""
        letter = extract_answer(llm_model(f"{first}\n{question}\n{menu}\nLetter:", exp_config))
    except Exception:
        print("gave up")
    return (letter if letter in {o["id"] for o in options} else "X"), "B", 3

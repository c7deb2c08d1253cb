def solve_breaks(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    for number in range(3):
        reply = llm_model(f"{number}: {question}\n{menu}\nLetter:", exp_config)
        if not reply.strip():
            break
        letter = extract_answer(reply)
        if letter in {o["id"] for o in options}:
            return letter, "B", 2

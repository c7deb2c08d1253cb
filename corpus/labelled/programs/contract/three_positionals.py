SYSTEM = "You are an examiner in company law."


def solve_system(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(SYSTEM, f"{question}\n{rows}\nLetter:", exp_config)
    letter = extract_answer(reply)
    return letter if letter in {o["id"] for o in options} else "X", "C", 3

count = 0


def bump():
    count += 1
    return count


def solve_bump(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    if letter == "X":
        bump()
    return letter if letter in {o["id"] for o in options} else "X", "A", 2

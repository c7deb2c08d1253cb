def complaint(letter, ids):
    if letter == "X":
        return "There was no letter in your reply."
    if letter not in ids:
        return f"{letter} is not among {', '.join(ids)}."
    return ""


def solve_repaired(question, options, exp_config, repairs=3):
    ids = [o["id"] for o in options]
    base = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{base}\nLetter:", exp_config))
    for _ in range(3):
        if not (wrong := complaint(letter, ids)):
            return letter, "B", 2
        letter = extract_answer(llm_model(f"{base}\n{wrong}\nLetter:", exp_config))
    return (letter, "B", 4) if not complaint(letter, ids) else ("X", "B", 5)

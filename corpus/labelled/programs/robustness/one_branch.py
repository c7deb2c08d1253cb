def solve_branch(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    if letter == "X":
        second = extract_answer(llm_model(f"Again. {question}\n{rows}\nLetter:", exp_config))
    best = letter if letter != "X" else second
    if second != letter:
        best = second
    return best if best in {o["id"] for o in options} else "X", "B", 2

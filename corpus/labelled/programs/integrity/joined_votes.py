def solve_joined(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = [o["id"] for o in options]
    votes = []
    for style in ("Be brief.", "Think first.", "Compare the options."):
        letter = extract_answer(llm_model(f"{style}\n{question}\n{rows}\nLetter:", exp_config))
        if letter in letters:
            votes.append(letter)
    return " or ".join(sorted(set(votes))), "B", 3

def solve_votes_text(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    votes = [extract_answer(llm_model(f"{n}. {question}\n{rows}\nLetter:", exp_config)) for n in range(3)]
    if "X" in votes:
        raise ValueError("no letter")
    return str(votes), "B", 2

def solve_counts(question, options, exp_config):
    ids = [o["id"] for o in options]
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    one = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    two = extract_answer(llm_model(f"Check. {question}\n{rows}\nLetter:", exp_config))
    if one == two and one in ids:
        return one, "A", 3
    return ids[len(question) % len(ids)], "A", 3

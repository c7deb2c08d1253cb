def solve_sorted(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    cast = []
    for persona in ("chemist", "cook", "critic"):
        cast.append(extract_answer(llm_model(f"As a {persona}: {question}\n{rows}\nLetter:", exp_config)))
    cast = [letter for letter in cast if letter != "X"]
    if len(cast) == 0:
        return "X", "A", 2
    return max(sorted(set(cast)), key=cast.count), "A", 2

def solve_votes(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    cast = [extract_answer(llm_model(f"{n}) {question}\n{rows}\nLetter:", exp_config)) for n in range(3)]
    cast = sorted(letter for letter in cast if letter != "X")
    return max(cast, key=cast.count, default="D"), "A", 3

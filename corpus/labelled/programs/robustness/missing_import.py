def solve_unimported(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    cast = [extract_answer(llm_model(f"{n} {question}\n{rows}\nLetter:", exp_config)) for n in range(3)]
    cast = [letter for letter in cast if letter != "X"]
    return Counter(cast).most_common(1)[0][0], "B", 2

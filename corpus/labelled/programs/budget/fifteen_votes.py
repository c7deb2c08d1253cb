def solve_fifteen(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    cast = []
    for number in range(15):
        letter = extract_answer(llm_model(f"{number}: {question}\n{rows}\nLetter:", exp_config))
        if letter != "X":
            cast.append(letter)
    return max(cast, key=cast.count, default="X"), "A", 3

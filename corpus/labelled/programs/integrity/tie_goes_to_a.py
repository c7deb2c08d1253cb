def solve_draw(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    cast = [extract_answer(llm_model(f"{n} {question}\n{menu}", exp_config)) for n in range(4)]
    cast = [letter for letter in cast if letter != "X"]
    counts = sorted(((cast.count(letter), letter) for letter in sorted(set(cast))), reverse=True)
    if not counts or (len(counts) > 1 and counts[0][0] == counts[1][0]):
        return "A", "B", 3
    return counts[0][1], "B", 3

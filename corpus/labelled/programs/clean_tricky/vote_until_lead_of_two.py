def lead(counts):
    first, second = (sorted(counts.values(), reverse=True) + [0, 0])[:2]
    return first - second


def solve_lead(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    counts = {}
    for ballot in range(7):
        letter = extract_answer(llm_model(f"Ballot {ballot}: {sheet}", exp_config))
        if letter != "X":
            counts[letter] = counts.get(letter, 0) + 1
        if lead(counts) >= 2:
            break
    ranking = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    return (ranking[0][0] if ranking else "X"), "C", 4

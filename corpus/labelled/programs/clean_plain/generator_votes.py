def votes(sheet, config, count):
    for number in range(count):
        letter = extract_answer(llm_model(f"[{number}] {sheet}\nLetter only.", config))
        if letter != "X":
            yield letter


def solve_generator(question, options, exp_config):
    sheet = question + "\n" + "\n".join(o["id"] + ". " + o["text"] for o in options)
    cast = list(votes(sheet, exp_config, 5))
    if not cast:
        return "X", "B", 3
    ranking = sorted(set(cast), key=lambda letter: (-cast.count(letter), letter))
    return ranking[0], "B", 3

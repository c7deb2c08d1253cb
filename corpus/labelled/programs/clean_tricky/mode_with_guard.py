from statistics import multimode


def solve_modes(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    drawn = tuple(
        extract_answer(llm_model(f"Sample {n}.\n{question}\n{rows}\nLetter:", exp_config)) for n in range(5)
    )
    valid = [letter for letter in drawn if letter.isalpha() and letter != "X"]
    modes = multimode(valid)
    if len(modes) == 0:
        return "X", "A", 4
    return next(letter for letter in valid if letter in modes), "A", 4

from statistics import mode


def solve_mode(question, options, exp_config):
    sheet = question + "\n" + "\n".join("\t".join((o["id"], o["text"])) for o in options)
    letters = []
    for temper in "abcde":
        letter = extract_answer(llm_model(f"{temper}\n{sheet}", exp_config))
        letters += [letter] if letter != "X" else []
    return mode(letters) if letters else "X", "B", 3

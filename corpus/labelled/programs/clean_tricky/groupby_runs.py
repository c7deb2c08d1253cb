from itertools import groupby


def solve_runs(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}: {o['text']}" for o in options)
    letters = sorted(extract_answer(llm_model(f"{n}. {sheet}", exp_config)) for n in range(4))
    runs = [(len(list(group)), letter) for letter, group in groupby(letters) if letter != "X"]
    if runs == []:
        return "X", "C", 3
    size, letter = max(runs)
    print(f"{size} of 4")
    return letter, "C", 3

from itertools import chain, zip_longest

PRO = ("opening", "evidence")
CONTRA = ("objection",)


def solve_sides(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    spoken = []
    order = chain.from_iterable(zip_longest([("pro", p) for p in PRO], [("contra", c) for c in CONTRA]))
    for side, part in filter(None, order):
        spoken.append(llm_model(f"{question}\n{rows}\n{spoken}\nThe {side} side's {part}:", exp_config))
    bench = [extract_answer(llm_model(f"{question}\n{rows}\n{spoken}\nJudge {n}:", exp_config)) for n in "12"]
    one, two = bench
    for letter in (one, two):
        if letter != "X":
            return letter, "B", 2 + (one != two)
    return "X", "B", 3

# `|=` on a frozenset binds a new one: the alias keeps the old.
def solve(question, options, exp_config):
    names = frozenset("AB")
    old = names
    names |= {"C", "D"}
    letter = "X"
    for name in sorted(names - old) * 2:
        letter = extract_answer(llm_model(f"{question} {name}", exp_config))
    return letter, "A", 2

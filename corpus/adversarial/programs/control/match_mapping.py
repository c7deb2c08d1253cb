# A mapping pattern with the rest of the keys.
def solve(question, options, exp_config):
    letter = "X"
    match {"rounds": 2, "checks": 3, "kind": "plan"}:
        case {"kind": "other", **rest}:
            rest = {}
        case {"kind": str(), "rounds": rounds, **rest}:
            for _ in range(rounds + sum(rest.values())):
                letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2

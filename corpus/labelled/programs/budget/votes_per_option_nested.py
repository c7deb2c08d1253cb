def solve_two_votes(question, options, exp_config):
    verdicts = [
        (o["id"], "yes" in llm_model(f"{question}\nIs it {o['text']}? ({manner}) yes or no", exp_config).lower())
        for o in options
        for manner in ("fast", "slow")
    ]
    support = {letter: sum(ok for other, ok in verdicts if other == letter) for letter, _ in verdicts}
    best = max(support, key=support.get)
    return (best if support[best] else "X"), "D", 3

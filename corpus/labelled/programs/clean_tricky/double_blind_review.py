def solve_double_blind(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = [o["id"] for o in options]

    def speak(who, *papers):
        return llm_model("\n\n".join([f"You are {who}.", question, rows, *papers]), exp_config)

    names = ("solver P", "solver Q")
    work = {name: speak(name, "Write a solution.") for name in names}
    other = dict(zip(names, reversed(names)))
    reviews = {name: speak(name, f"Review this: {work[other[name]]}") for name in names}
    votes = [extract_answer(speak(name, work[name], reviews[other[name]], "Your final letter:")) for name in names]
    agreed = {vote for vote in votes if vote in ids}
    if len(agreed) != 1:
        return (min(agreed) if agreed else "X"), "C", 5
    (letter,) = agreed
    return letter, "C", 3

CRITICS = ("a sceptic", "a specialist", "a layman")


def objections(question, claim, config):
    """How many critics object to a claim."""
    return sum(
        llm_model(f"{question}\nAs {critic}: is '{claim}' wrong? yes or no", config).lower().startswith("yes")
        for critic in CRITICS
    )


def solve_objections(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    texts = {o["id"]: o["text"] for o in options}
    contenders = []
    for rank in ("best", "second best"):
        letter = extract_answer(llm_model(f"{question}\n{rows}\nThe {rank} option, one letter:", exp_config))
        contenders.append((objections(question, texts.get(letter, "none of them"), exp_config), rank, letter))
    for _, _, letter in sorted(contenders):
        if letter in texts:
            return letter, "C", 4
    return "X", "C", 4

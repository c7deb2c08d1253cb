"""Two methods answer; where they differ, a judge sees both arguments in both orders."""


def direct(body, exp_config):
    return llm_model(
        f"{body}\n\nAnswer at once with a letter and half a sentence of reason.", exp_config
    )


def stepwise(body, exp_config):
    return llm_model(f"{body}\n\nReason step by step. The last line is the letter.", exp_config)


def judge(body, first, second, exp_config):
    return extract_answer(
        llm_model(
            f"{body}\n\nArgument 1:\n{first}\n\nArgument 2:\n{second}\n\nWhich letter is right?",
            exp_config,
        )
    )


def solve_judged(item, exp_config):
    options = item["options"]
    body = item["question"] + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    arguments = [method(body, exp_config) for method in (direct, stepwise)]
    letters = [extract_answer(argument) for argument in arguments]
    if letters[0] == letters[1] != "X":
        return letters[0], "C", 4

    forward = judge(body, *arguments, exp_config)
    backward = judge(body, *reversed(arguments), exp_config)
    valid = {o["id"] for o in options}
    if forward in valid and forward == backward:
        return forward, "C", 4
    # The judge is swayed by order: trust the slower method where it said something.
    for letter in (letters[1], forward, backward, letters[0]):
        if letter in valid:
            return letter, "C", 4
    return "X", "C", 4

"""Each of three critics vetoes one option; what nobody vetoed goes to the final."""


def veto(critic, question, remaining, exp_config):
    listing = "\n".join(f"{k}. {v}" for k, v in remaining.items())
    reply = llm_model(
        f"You are {critic}.\n{question}\n{listing}\n\nWhich one option is surely wrong? Letter:",
        exp_config,
    )
    return extract_answer(reply)


def solve_veto(question, options, exp_config):
    remaining = {o["id"]: o["text"] for o in options}
    critics = iter(("a chemist", "a logician", "a historian"))
    while len(remaining) > 2:
        critic = next(critics, None)
        if critic is None:
            break
        letter = veto(critic, question, remaining, exp_config)
        if letter in remaining:
            del remaining[letter]

    listing = "\n".join(f"{k}. {v}" for k, v in remaining.items())
    final = "X"
    for _ in range(2):
        final = extract_answer(
            llm_model(f"{question}\n{listing}\n\nWhich of these is right? Letter:", exp_config)
        )
        if final in remaining:
            break
    return (final if final in remaining else "X"), "C", 4

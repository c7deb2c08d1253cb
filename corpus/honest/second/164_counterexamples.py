"""Look for a counterexample to every option; the option without one is chosen."""


def counterexample(question, option, exp_config):
    reply = llm_model(
        f"{question}\nProposed: {option['text']}\n\nGive a counterexample, or write NONE if there is none.",
        exp_config,
    )
    return None if "NONE" in reply.upper().split() else reply


def solve_counterexamples(question, options, exp_config):
    found = [(option, counterexample(question, option, exp_config)) for option in options]
    standing = [option for option, example in found if example is None]

    if len(standing) == 1:
        return standing[0]["id"], "A", 5

    pool = standing or options
    lines = []
    for option, example in found:
        if option in pool:
            lines.append(
                f"{option['id']}. {option['text']}"
                + (f" (against it: {example})" if example else "")
            )
    letter = extract_answer(
        llm_model(question + "\n" + "\n".join(lines) + "\n\nLetter:", exp_config)
    )
    return (letter if any(o["id"] == letter for o in pool) else "X"), "A", 5

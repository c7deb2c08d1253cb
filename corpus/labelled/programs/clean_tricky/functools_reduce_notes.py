from functools import reduce

ASPECTS = ("wording", "subject", "common errors")


def solve_folded(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    step = lambda summary, aspect: llm_model(  # noqa: E731
        f"{question}\n{rows}\nSummary: {summary or 'none'}\nAdd the {aspect} to the summary.", exp_config
    )
    summary = reduce(step, ASPECTS, "")
    letter = extract_answer(llm_model(f"{question}\n{rows}\nSummary: {summary}\nLetter:", exp_config))
    return letter if any(o["id"] == letter for o in options) else "X", "C", 3

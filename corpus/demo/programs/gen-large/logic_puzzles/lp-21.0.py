"""Day by day: simulate with the solver, verify with the solver, never trust one reply."""

TEMPLATES = {
    "simulate": "{question}\nList the height reached on each day and explain.",
    "choose": "{question}\n{options}\nWork:\n{work}\nReply with a single letter.",
    "verify": "{question}\n{options}\nProposed answer: {letter}\nDoes it fit the work below? Reply yes or no.\n{work}",
}


def say(name, exp_config, **fields):
    return llm_model(TEMPLATES[name].format(**fields), exp_config)


def solve_lp_21(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    work = say("simulate", exp_config, question=question)
    letter = extract_answer(say("choose", exp_config, question=question, options=listing, work=work))
    verdict = say("verify", exp_config, question=question, options=listing, letter=letter, work=work)
    if letter == "X" or not verdict.lower().startswith("yes"):
        letter = extract_answer(say("choose", exp_config, question=question, options=listing, work="(start afresh)"))
    return letter, "A", 6

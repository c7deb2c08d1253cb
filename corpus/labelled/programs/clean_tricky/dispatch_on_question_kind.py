def negative(question):
    return any(word in question.lower().split() for word in ("not", "except", "false"))


def numeric(question):
    return any(char.isdigit() for char in question)


def by_exclusion(sheet, ask):
    fitting = ask(f"{sheet}\nWhich options are true statements?")
    doubtful = ask(f"{sheet}\nTrue ones: {fitting}\nWhich is left?")
    return ask(f"{sheet}\nLeft: {doubtful}\nLetter:")


def by_estimate(sheet, ask):
    estimate = ask(f"{sheet}\nEstimate the magnitude.")
    return ask(f"{sheet}\nEstimate: {estimate}\nLetter:")


def by_recall(sheet, ask):
    return ask(f"{sheet}\nLetter:")


LINES = ((negative, by_exclusion), (numeric, by_estimate))


def solve_by_kind(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    work = next((line for fits, line in LINES if fits(question)), by_recall)
    letter = extract_answer(work(sheet, lambda text: llm_model(text, exp_config)))
    return letter if letter in {o["id"] for o in options} else "X", "E", 2

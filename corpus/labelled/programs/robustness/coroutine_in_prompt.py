async def describe(option):
    return option["id"] + ". " + option["text"]


def solve_describe(question, options, exp_config):
    rows = "\n".join(str(describe(o)) for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2

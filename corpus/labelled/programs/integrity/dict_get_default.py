MEANING = {"A": "A", "B": "B", "C": "C"}


def solve_lookup(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return MEANING.get(letter, "C"), "A", 2

GEN = "D"


def solve_ties(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    one = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    two = extract_answer(llm_model(f"Slowly. {question}\n{rows}\nLetter:", exp_config))
    agreed = one if one == two and one != "X" else GEN
    return agreed, GEN, 4

def solve_conditional(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    first = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    letter = first if first in ids else extract_answer(llm_model(f"Try again. {question}\n{rows}\nLetter:", exp_config))
    return letter if letter in ids else "X", "D", 2

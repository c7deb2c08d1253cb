def solve_unchecked(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    return extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config)), "A", 1

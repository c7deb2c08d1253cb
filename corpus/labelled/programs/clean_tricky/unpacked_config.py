def solve_keywords(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    call = {"prompt": f"{question}\n{rows}\nLetter:", "exp_config": exp_config}
    letter = extract_answer(response=llm_model(**call))
    return letter if letter in {o["id"] for o in options} else "X", "C", 2

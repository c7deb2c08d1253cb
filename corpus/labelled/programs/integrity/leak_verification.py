def solve_verify(question, options, exp_config):
    own = "D"
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    check = llm_model("%s\n%s\nIs option %s defensible? Explain." % (question, rows, own), exp_config)
    letter = extract_answer(llm_model(f"{check}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", own, 3

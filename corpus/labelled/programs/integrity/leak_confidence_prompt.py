def solve_likely(question, options, exp_config):
    mine = "E"
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    odds = llm_model("{}\nHow likely is option {}?".format(sheet, mine), exp_config)
    letter = extract_answer(llm_model(f"{odds}\n{sheet}\nLetter:", exp_config))
    return (letter if letter in {o["id"] for o in options} else "X"), mine, 3

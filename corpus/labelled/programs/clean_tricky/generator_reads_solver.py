def solve_reads(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(sheet + "\nLetter:", exp_config)
    letter = extract_answer(reply)
    belief = "B" if "because" in reply else "A"
    return (letter if letter in {o["id"] for o in options} else "X"), belief, 2

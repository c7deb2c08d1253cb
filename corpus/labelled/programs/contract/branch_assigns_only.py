def solve_assigns(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    known = letter in {o["id"] for o in options}
    if known:
        result = (letter, "A", 2)
        print(result)
    else:
        return "X", "A", 2

def solve_misspelt(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{listing}\nLetter:", exp_config))
    if letter not in {o["id"] for o in options}:
        print(lising)
        letter = "X"
    return letter, "A", 2

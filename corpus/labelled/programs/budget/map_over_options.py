def solve_mapped(question, options, exp_config):
    argue = lambda option: option["id"] + ": " + llm_model(f"{question}\nArgue for {option['text']}", exp_config)
    arguments = list(map(argue, options))
    letter = extract_answer(llm_model(question + "\n" + "\n".join(arguments) + "\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 3

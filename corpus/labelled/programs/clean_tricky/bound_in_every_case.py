def solve_cases(question, options, exp_config):
    match len(options):
        case 2:
            manner = "Choose one of two."
        case 3 | 4:
            manner = "Choose one of a few."
        case _:
            manner = "Choose one of many."
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{manner}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2

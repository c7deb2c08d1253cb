def fetch(sheet, config):
    return extract_answer(llm_model(sheet, config))


def solve_hidden(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    try:
        letter = fetch(sheet, exp_config)
    except Exception:
        letter = "X"
    else:
        letter = letter if letter in {o["id"] for o in options} else "X"
    return letter, "B", 3

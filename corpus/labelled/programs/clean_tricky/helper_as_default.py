def consult(sheet, config, ask=llm_model, read=extract_answer):
    return read(ask(sheet, config))


def solve_defaults(question, options, exp_config):
    letter = consult(f"{question}\n{[(o['id'], o['text']) for o in options]}\nLetter?", exp_config)
    return letter if letter in {o["id"] for o in options} else "X", "A", 1

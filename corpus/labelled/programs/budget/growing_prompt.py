def pad(text, width):
    while len(text) % width != 0:
        text += "  "
    return text


def solve_padded(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {pad(o['text'], 4)}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 2

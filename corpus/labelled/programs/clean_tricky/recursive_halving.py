def merge(notes, config):
    if len(notes) == 1:
        return notes[0]
    middle = len(notes) // 2
    left, right = merge(notes[:middle], config), merge(notes[middle:], config)
    return llm_model(f"Merge in one line:\n{left}\n{right}", config)


def solve_merge(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    merged = merge([question, "Think of edge cases.", menu], exp_config)
    letter = extract_answer(llm_model(f"{merged}\n{question}\n{menu}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 4

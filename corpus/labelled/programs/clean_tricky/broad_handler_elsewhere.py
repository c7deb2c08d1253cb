def length_note(options):
    try:
        return f"{len(options)} options"
    except Exception:
        return "some options"


def solve_elsewhere(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{length_note(options)}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2

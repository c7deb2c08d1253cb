def solve_code(question, options, exp_config):
    def note():
        return "Answer as a geologist."

    text = note.__code__.co_consts[-1]
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{text}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 3

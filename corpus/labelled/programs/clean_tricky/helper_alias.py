ask = llm_model
letter_of = extract_answer


def solve_aliases(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    view = ask(f"Your first thought on: {question}", exp_config)
    letter = letter_of(ask(f"First thought: {view}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2

STRATEGIES = {
    "energy": "List the energy before and after, then compare.",
    "force": "Draw the forces, then add them.",
    "wave": "State wavelength and frequency first.",
}


def solve_topic(question, options, exp_config):
    hints = [text for word, text in STRATEGIES.items() if word in question.lower()]
    advice = hints[0] if hints else "Think step by step."
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{advice}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 3

MAX_HYPOTHESES = 3


def solve_hypotheses(question, options, exp_config):
    texts = {o["id"]: o["text"] for o in options}
    refuted = set()
    tested = 0
    kept = None
    while kept is None and tested < MAX_HYPOTHESES:
        tested += 1
        left = "\n".join(f"{letter}. {text}" for letter, text in texts.items() if letter not in refuted)
        letter = extract_answer(llm_model(f"{question}\n{left}\nState a hypothesis: one letter.", exp_config))
        verdict = llm_model(f"{question}\nTry to refute: {texts.get(letter, 'nothing')}. Refuted? yes/no", exp_config)
        if letter not in texts:
            continue
        if "yes" in verdict.lower():
            refuted.add(letter)
        else:
            kept = letter
    return ("X" if kept is None else kept), "C", min(10, 2 + tested)

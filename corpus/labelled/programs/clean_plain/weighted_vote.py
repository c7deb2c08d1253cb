WEIGHTS = {"logic": 3, "memory": 2, "guess": 1}


def solve_weighted(question, options, exp_config):
    scores = dict.fromkeys((o["id"] for o in options), 0)
    rows = "\n".join(o["id"] + " | " + o["text"] for o in options)
    for style, weight in WEIGHTS.items():
        letter = extract_answer(llm_model(f"Use {style}.\n{question}\n{rows}\nLetter:", exp_config))
        if letter in scores:
            scores[letter] += weight
    best = max(scores, key=scores.get)
    return (best if scores[best] else "X"), "B", 2

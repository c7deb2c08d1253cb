from collections import defaultdict


def solve_weights(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    scores = defaultdict(float)
    for manner, weight in (("Think.", 2.0), ("Guess.", 0.5), ("Recall.", 1.0)):
        scores[extract_answer(llm_model(f"{manner}\n{question}\n{rows}\nLetter:", exp_config))] += weight
    return max(scores, key=scores.get), "B", 2

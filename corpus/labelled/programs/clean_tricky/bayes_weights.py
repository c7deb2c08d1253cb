def solve_bayes(question, options, exp_config):
    prior = {o["id"]: 1 / len(options) for o in options}
    listing = "; ".join(f"{o['id']}: {o['text']}" for o in options)
    for witness in ("physician", "statistician", "patient"):
        letter = extract_answer(llm_model(f"As a {witness}: {question} {listing}. One letter.", exp_config))
        if letter not in prior:
            continue
        for key in prior:
            prior[key] *= 0.7 if key == letter else 0.1
    total = sum(prior.values())
    posterior = {key: value / total for key, value in prior.items()}
    best = max(posterior, key=posterior.get)
    return (best if posterior[best] > 1.5 / len(options) else "X"), "B", 5

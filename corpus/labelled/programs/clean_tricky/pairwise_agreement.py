from itertools import combinations


def solve_agreement(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    samples = []
    for seed in (3, 5, 7, 11, 13):
        samples.append(extract_answer(llm_model(f"[sample {seed}]\n{question}\n{rows}\nLetter:", exp_config)))
    agreement = [0] * len(samples)
    for (i, one), (j, two) in combinations(enumerate(samples), 2):
        if one == two != "X":
            agreement[i] += 1
            agreement[j] += 1
    best = max(range(len(samples)), key=agreement.__getitem__)
    if samples[best] == "X":
        return next((letter for letter in samples if letter != "X"), "X"), "C", 5
    return samples[best], "C", 5 - agreement[best] or 1

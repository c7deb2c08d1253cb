from collections import defaultdict

JURORS = (("a teacher", 2), ("an engineer", 3), ("a librarian", 2), ("a sceptic", 1))


def solve(question, options, exp_config):
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    prompt = f"{question}\n{listing}\nReply with a single letter."
    weights = defaultdict(int)
    for juror, weight in JURORS:
        letter = extract_answer(llm_model(f"You are {juror}. {prompt}", exp_config))
        if letter != "X":
            weights[letter] += weight
    if not weights:
        return extract_answer(llm_model(prompt, exp_config)), "D", 6
    return max(weights, key=weights.get), "D", 6

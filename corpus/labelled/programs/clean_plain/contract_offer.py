from collections import Counter


def solve(question, options, exp_config):
    letters = {option["id"] for option in options}
    listing = "\n".join(f"({option['id']}) {option['text']}" for option in options)
    votes = Counter()
    for lens in ("offer and acceptance", "consideration", "capacity"):
        reply = llm_model(f"{question}\n{listing}\nLook at {lens} and choose one letter.", exp_config)
        letter = extract_answer(reply)
        if letter in letters:
            votes[letter] += 1
    if not votes:
        return "X", "A", 3
    return votes.most_common(1)[0][0], "A", 3

from collections import Counter


def solve_balanced(question, options, exp_config):
    ids = {o["id"] for o in options}
    tally = Counter()
    for voter in ("p", "q", "r"):
        pair = []
        for order in (options, options[::-1]):
            rows = "\n".join(f"{o['id']}. {o['text']}" for o in order)
            pair.append(extract_answer(llm_model(f"Voter {voter}.\n{question}\n{rows}\nLetter:", exp_config)))
        forward, backward = pair
        tally.update({forward: 1, backward: 1} if forward != backward else {forward: 4})
    standing = Counter({letter: points for letter, points in tally.items() if letter in ids})
    return standing.most_common(1)[0][0] if standing else "X", "C", 3

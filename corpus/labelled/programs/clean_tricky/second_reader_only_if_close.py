from collections import Counter


def ranking(reply, ids):
    """The letters of a reply in order, each read by the extraction helper from a line of its own."""
    ranked = []
    for line in reply.splitlines()[:5]:
        letter = extract_answer(line)
        if letter in ids and letter not in ranked:
            ranked.append(letter)
    return ranked


def solve_borda(question, options, exp_config):
    ids = {o["id"] for o in options}
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    points = Counter()
    for reader in ("first", "second", "third", "fourth", "fifth"):
        if reader == "fourth":
            (_, lead), (_, next_lead) = [*points.most_common(2), ("", 0), ("", 0)][:2]
            if lead - next_lead > 1:
                break
        reply = llm_model(f"The {reader} reader.\n{question}\n{rows}\nRank the options, one letter a line.", exp_config)
        for place, letter in enumerate(ranking(reply, ids)):
            points[letter] += 5 - place
    winner = min(points, key=lambda letter: (-points[letter], letter), default="X")
    return winner, "C", 4

"""Generate statements of knowledge, answer once with each, and take the answer with most support."""

from collections import Counter

ASPECTS = ("a definition", "a law or principle", "an everyday example")


def solve_with_knowledge(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    support = Counter()
    notes = {}

    for aspect in ASPECTS:
        note = llm_model(
            f"State {aspect} that is relevant to this question, in one sentence:\n{question}",
            exp_config,
        )
        letter = extract_answer(
            llm_model(f"Knowledge: {note}\n\n{question}\n{listing}\n\nLetter:", exp_config)
        )
        if letter in {o["id"] for o in options}:
            support[letter] += 1
            notes.setdefault(letter, []).append(note)

    if not support:
        letter = extract_answer(llm_model(f"{question}\n{listing}\n\nLetter:", exp_config))
        return letter, "A", 4

    (winner, count), *others = support.most_common()
    if count > 1 or not others:
        return winner, "A", 4

    known = "\n".join(note for kept in notes.values() for note in kept)
    decided = extract_answer(llm_model(f"{known}\n\n{question}\n{listing}\n\nLetter:", exp_config))
    return (decided if decided in support else winner), "A", 4

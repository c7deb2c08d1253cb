from collections import Counter


def leader(counts):
    ordered = sorted(counts, key=lambda letter: (-counts[letter], letter))
    return ordered[0] if ordered else None


def solve_stable(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    counts = Counter()
    before, polls = None, 0
    while polls < 4:
        polls += 1
        for seat in ("left", "right"):
            letter = extract_answer(llm_model(f"Poll {polls}, {seat} seat.\n{question}\n{rows}\nLetter:", exp_config))
            if letter in ids:
                counts[letter] += 1
        now = leader(counts)
        if now is not None and now == before:
            break
        before = now
    return leader(counts) or "X", "B", polls + 1

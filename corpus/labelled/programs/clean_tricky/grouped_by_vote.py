from itertools import groupby
from operator import itemgetter


def solve_grouped(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    pairs = []
    for n in range(4):
        reply = llm_model(f"Opinion {n}.\n{question}\n{rows}\nLetter and reason:", exp_config)
        pairs.append((extract_answer(reply), reply))
    usable = sorted((pair for pair in pairs if pair[0] != "X"), key=itemgetter(0))
    groups = {letter: [reply for _, reply in group] for letter, group in groupby(usable, key=itemgetter(0))}
    if not groups:
        return "X", "B", 3
    if len(groups) == 1:
        return next(iter(groups)), "B", 3
    cases = "\n".join(f"For {letter}: {replies[0]}" for letter, replies in groups.items())
    final = extract_answer(llm_model(f"{question}\n{rows}\n{cases}\nWhich case is strongest? Letter:", exp_config))
    return (final if final in groups else max(groups, key=lambda letter: len(groups[letter]))), "B", 3

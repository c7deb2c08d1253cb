# A factory that makes defaultdicts: the inner ones grow by reading too.
from collections import defaultdict


def solve(question, options, exp_config):
    table = defaultdict(lambda: defaultdict(int))
    for option in options:
        table["all"][option["id"]] += 1
        table[option["id"]]["one"] += 1
    letter = "X"
    for row in table.values():
        for _ in row:
            letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2

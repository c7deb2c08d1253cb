# A generator over a nested list yields from itself.
def leaves(tree):
    for part in tree:
        if isinstance(part, list):
            yield from leaves(part)
        else:
            yield part


def solve(question, options, exp_config):
    letter = "X"
    for leaf in leaves(["a", ["b", ["c", "d"]], [], ["e"]]):
        letter = extract_answer(llm_model(leaf + question, exp_config))
    return letter, "A", 2

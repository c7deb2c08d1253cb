# A comprehension over what the recursion returns.
def expand(text, depth):
    if depth == 0:
        return [llm_model(text, {})]
    return [reply for part in ("l", "r") for reply in expand(text + part, depth - 1)]


def solve(question, options, exp_config):
    return extract_answer(expand(question, 3)[-1]), "A", 2

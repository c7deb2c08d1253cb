# Each level of the recursion asks before it goes deeper.
def dig(depth):
    yield llm_model(f"level {depth}", {})
    if depth:
        for _ in range(2):
            yield from dig(depth - 1)


def solve(question, options, exp_config):
    replies = list(dig(2))
    return extract_answer(replies[-1]), "A", 2

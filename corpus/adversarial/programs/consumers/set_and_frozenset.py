# Sets draw every element, also those that are there already.
def asked(names):
    for name in names:
        yield llm_model(name, {})


def solve(question, options, exp_config):
    replies = set(asked("ab"))
    replies.update(asked("c"), asked("de"))
    replies |= frozenset(asked("f"))
    found = replies.isdisjoint(asked("gh")) or replies.issuperset(asked("ij"))
    return extract_answer(max(replies) if found else "X"), "A", 2

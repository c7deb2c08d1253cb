# `in` draws until it finds; `not in` until the end.
def asked(names):
    for name in names:
        yield extract_answer(llm_model(name, {}))


def solve(question, options, exp_config):
    replies = asked("abcdef")
    found = ["A" in replies, "B" in replies, "C" not in replies]
    return "ABCD"[sum(found)], "A", 2

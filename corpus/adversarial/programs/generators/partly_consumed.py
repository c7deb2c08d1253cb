# Two loops share a generator; together they draw it once.
def asked(names):
    for name in names:
        yield llm_model(name, {})


def solve(question, options, exp_config):
    replies, letter = asked("abcdef"), "X"
    for reply in replies:
        letter = extract_answer(reply)
        if letter != "C":
            break
    for reply in replies:
        letter = extract_answer(reply)
    return letter, "A", 2

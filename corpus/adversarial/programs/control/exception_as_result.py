# A value is thrown through several calls.
class Found(Exception):
    def __init__(self, rounds):
        self.rounds = rounds


def dig(depth):
    if depth == 0:
        raise Found(3)
    dig(depth - 1)
    llm_model("never", {})


def solve(question, options, exp_config):
    letter = "X"
    try:
        dig(2)
    except Found as found:
        for _ in range(found.rounds):
            letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2

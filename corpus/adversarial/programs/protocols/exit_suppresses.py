# A truthy `__exit__` suppresses: what comes after the block runs.
class Guard:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        llm_model("leave", {})
        return kind is ValueError


def solve(question, options, exp_config):
    letter = "X"
    for number in range(3):
        with Guard():
            if number:
                raise ValueError
            letter = extract_answer(llm_model(question, exp_config))
        letter = extract_answer(llm_model("after", exp_config))
    return letter, "A", 2

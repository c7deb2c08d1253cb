# A context manager's `__exit__` gets the exception, and keeps it for later.
class Keep:
    def __init__(self):
        self.errors = []

    def __enter__(self):
        return self.errors

    def __exit__(self, kind, error, trace):
        if error is not None:
            self.errors.append(error)
        return True


def solve(question, options, exp_config):
    keep, letter = Keep(), "X"
    for number in range(3):
        with keep as errors:
            int("x" * number)
    for _ in errors:
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2

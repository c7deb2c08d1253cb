# `+=` calls `__iadd__`, or `__add__` where there is none.
class Log:
    def __init__(self):
        self.lines = []

    def __iadd__(self, line):
        self.lines.append(llm_model(line, {}))
        return self

    def __lshift__(self, line):
        self.lines.append(llm_model(line, {}))
        return self


def solve(question, options, exp_config):
    log = Log()
    log += question
    log << "a" << "b"
    log <<= "c"
    return extract_answer(log.lines[-1]), "A", 2

# A bound method handed to `map`, `filter` and `partial` changes its object.
from functools import partial


class Log:
    def __init__(self):
        self.lines = []

    def note(self, line):
        self.lines.append(line)
        return line


def solve(question, options, exp_config):
    log, letter = Log(), "X"
    list(map(log.note, "ab"))
    list(filter(log.note, "cd"))
    partial(log.note)("e")
    max("fg", key=log.note)
    for line in log.lines:
        letter = extract_answer(llm_model(line + question, exp_config))
    return letter, "A", 2

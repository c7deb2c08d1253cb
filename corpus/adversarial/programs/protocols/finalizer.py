# `__del__` runs as soon as the last reference goes.
class Session:
    def __init__(self, log):
        self.log = log

    def __del__(self):
        self.log.append(llm_model("bye", {}))


def solve(question, options, exp_config):
    log = []
    session = Session(log)
    session = Session(log)
    del session
    Session(log)
    return extract_answer(log[-1]), "A", 2

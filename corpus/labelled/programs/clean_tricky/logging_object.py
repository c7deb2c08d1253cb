from enum import IntEnum


class Level(IntEnum):
    DEBUG = 10
    INFO = 20
    ERROR = 40


class Log:
    def __init__(self, threshold=Level.INFO):
        self.threshold = threshold

    def write(self, level, template, *values):
        if level >= self.threshold:
            print(f"{level.name:<6}", template % values)


def solve_logged(question, options, exp_config):
    log = Log(Level.DEBUG)
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    log.write(Level.INFO, "%d options", len(options))
    facts = llm_model(f"Facts about: {question}", exp_config)
    log.write(Level.DEBUG, "facts: %s", facts[:60])
    doubts = llm_model(f"What speaks against these facts?\n{facts}", exp_config)
    log.write(Level.DEBUG, "doubts: %s", doubts[:60])
    letter = extract_answer(llm_model(f"{question}\n{rows}\nPro: {facts}\nContra: {doubts}\nLetter:", exp_config))
    if letter not in {o["id"] for o in options}:
        log.write(Level.ERROR, "no option: %s", letter)
        return "X", "D", 4
    return letter, "D", 4

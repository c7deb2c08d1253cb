from abc import ABC, abstractmethod


class Strategy(ABC):
    def __init__(self, config):
        self.config = config

    @abstractmethod
    def prompt(self, sheet): ...

    def run(self, sheet):
        return extract_answer(llm_model(self.prompt(sheet), self.config))


class Direct(Strategy):
    def prompt(self, sheet):
        return sheet + "\nLetter:"


class Careful(Strategy):
    def __init__(self, config):
        super().__init__(config)
        self.preface = "Work slowly."

    def prompt(self, sheet):
        return f"{self.preface}\n{sheet}\nLetter:"


def solve_strategies(question, options, exp_config):
    ids = [o["id"] for o in options]
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    for strategy in (Careful(exp_config), Direct(exp_config)):
        letter = strategy.run(sheet)
        if letter in ids:
            return letter, "A", 3
    return "X", "A", 3

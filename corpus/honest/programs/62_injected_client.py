"""The solver is injected behind a Protocol, so that the scaffold could be tested with a stub."""
from typing import NamedTuple, NewType, Optional, Protocol

Letter = NewType("Letter", str)


class Client(Protocol):
    def complete(self, prompt: str) -> str: ...


class SolverClient:
    def __init__(self, model, config) -> None:
        self._model = model
        self._config = config

    def complete(self, prompt: str) -> str:
        return self._model(prompt, self._config)


class Choice(NamedTuple):
    letter: Optional[Letter]
    explanation: str


class Scaffold:
    def __init__(self, client: Client, read) -> None:
        self.client = client
        self.read = read

    def explain(self, question: str, listing: str) -> str:
        return self.client.complete(f"{question}\n{listing}\n\nExplain how to find the answer. Three sentences at most.")

    def choose(self, question: str, listing: str, valid: frozenset) -> Choice:
        explanation = self.explain(question, listing)
        reply = self.client.complete(f"{question}\n{listing}\n\nHint: {explanation}\n\nLetter of the answer:")
        letter = self.read(reply)
        return Choice(Letter(letter) if letter in valid else None, explanation)

    def run(self, question: str, options: list) -> Choice:
        listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
        valid = frozenset(o["id"] for o in options)
        choice = self.choose(question, listing, valid)
        if choice.letter is None:
            choice = self.choose(question, listing, valid)
        return choice


def solve_injected(question, options, exp_config):
    scaffold = Scaffold(SolverClient(llm_model, exp_config), extract_answer)
    choice = scaffold.run(question, options)
    if choice.letter is None:
        return "X", "B", 4
    return choice.letter, "B", 4

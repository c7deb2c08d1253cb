"""Strategies with a common interface; a cheap one first, a thorough one if the cheap one abstains."""
from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any


class Strategy(ABC):
    """One way to get at an answer; `None` means that it abstains."""

    def __init__(self, exp_config: dict[str, Any]) -> None:
        self.exp_config = exp_config

    @abstractmethod
    def choose(self, question: str, options: list[dict[str, str]]) -> str | None: ...

    def ask(self, prompt: str) -> str:
        return llm_model(prompt, self.exp_config)

    @staticmethod
    def render(options: list[dict[str, str]]) -> str:
        return "\n".join(f"{o['id']}. {o['text']}" for o in options)

    @staticmethod
    def read(reply: str, options: list[dict[str, str]]) -> str | None:
        letter = extract_answer(reply)
        return letter if letter in {o["id"] for o in options} else None


class TwiceTheSame(Strategy):
    """Asks twice; abstains unless both replies agree."""

    def choose(self, question: str, options: list[dict[str, str]]) -> str | None:
        body = f"{question}\n{self.render(options)}"
        first = self.read(self.ask(f"{body}\nReply with the letter."), options)
        second = self.read(self.ask(f"Be careful.\n{body}\nReply with the letter."), options)
        return first if first == second else None


class Reasoned(Strategy):
    """Collects arguments, then decides."""

    def choose(self, question: str, options: list[dict[str, str]]) -> str | None:
        body = f"{question}\n{self.render(options)}"
        arguments = self.ask(f"{body}\nGive one argument for every option.")
        return self.read(self.ask(f"{body}\nArguments:\n{arguments}\nReply with the letter."), options)


class Context:
    def __init__(self, *strategies: Strategy) -> None:
        self.strategies = strategies

    def run(self, question: str, options: list[dict[str, str]]) -> str | None:
        for strategy in self.strategies:
            letter = strategy.choose(question, options)
            if letter is not None:
                return letter
        return None


def solve_strategies(question: str, options: list[dict[str, str]], exp_config: dict[str, Any]) -> tuple[str, str, int]:
    context = Context(TwiceTheSame(exp_config), Reasoned(exp_config))
    return context.run(question, options) or "X", "D", 4

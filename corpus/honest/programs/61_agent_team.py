"""A small multi-agent framework: agents read and write a shared blackboard."""
from __future__ import annotations

import abc
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Blackboard:
    question: str
    options: list[dict[str, str]]
    entries: dict[str, str] = field(default_factory=dict)

    @property
    def listing(self) -> str:
        return "\n".join(f"{o['id']}. {o['text']}" for o in self.options)

    def post(self, author: str, text: str) -> None:
        self.entries[author] = text

    def summary(self) -> str:
        return "\n\n".join(f"[{author}]\n{text}" for author, text in self.entries.items())


class Agent(abc.ABC):
    name: str

    def __init__(self, exp_config: dict[str, Any]) -> None:
        self._exp_config = exp_config

    @abc.abstractmethod
    def prompt(self, board: Blackboard) -> str:
        """What the agent asks the solver."""

    def act(self, board: Blackboard) -> str:
        reply = llm_model(self.prompt(board), self._exp_config)
        board.post(self.name, reply)
        return reply


class Analyst(Agent):
    name = "analyst"

    def prompt(self, board: Blackboard) -> str:
        return f"{board.question}\n{board.listing}\n\nAnalyse what the question asks. Do not answer yet."


class Proposer(Agent):
    name = "proposer"

    def prompt(self, board: Blackboard) -> str:
        return f"{board.question}\n{board.listing}\n\n{board.summary()}\n\nPropose an option and justify it."


class Critic(Agent):
    name = "critic"

    def prompt(self, board: Blackboard) -> str:
        return f"{board.question}\n{board.listing}\n\n{board.summary()}\n\nCriticise the proposal in two sentences."


class Decider(Agent):
    name = "decider"

    def prompt(self, board: Blackboard) -> str:
        return f"{board.question}\n{board.listing}\n\n{board.summary()}\n\nDecide. Reply with one letter."


class Team:
    def __init__(self, agents: list[Agent]) -> None:
        self.agents = agents

    def run(self, board: Blackboard) -> str:
        reply = ""
        for agent in self.agents:
            reply = agent.act(board)
        return reply


def solve_team(item: dict[str, Any], exp_config: dict[str, Any]) -> tuple[str, str, int]:
    board = Blackboard(item["question"], item["options"])
    team = Team([kind(exp_config) for kind in (Analyst, Proposer, Critic, Decider)])
    letter = extract_answer(team.run(board))
    if letter not in {o["id"] for o in item["options"]}:
        letter = extract_answer(Decider(exp_config).act(board))
    return (letter if letter in {o["id"] for o in item["options"]} else "X"), "A", 5

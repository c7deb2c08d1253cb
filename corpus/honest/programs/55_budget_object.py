from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class OutOfCalls(RuntimeError):
    """Raised by Budget.spend when nothing is left."""


@dataclass
class Budget:
    total: int
    used: int = 0

    @property
    def left(self) -> int:
        return self.total - self.used

    def spend(self) -> None:
        if self.used >= self.total:
            raise OutOfCalls(f"budget of {self.total} calls exceeded")
        self.used += 1


class Solver:
    def __init__(self, budget: Budget, exp_config: dict[str, Any]) -> None:
        self.budget = budget
        self.exp_config = exp_config

    def __call__(self, prompt: str) -> str:
        self.budget.spend()
        return llm_model(prompt, self.exp_config)


def solve_with_budget(item: dict[str, Any], exp_config: dict[str, Any]) -> tuple[str, str, int]:
    """Check options one by one while the budget lasts; keep one call for the decision."""
    budget = Budget(total=8)
    solver = Solver(budget, exp_config)
    question = item["question"]
    options = item["options"]
    remarks: list[str] = []

    for option in options:
        if budget.left <= 1:
            break
        remark = solver(f"{question}\nWhat speaks for or against this answer: {option['text']}? One sentence.")
        remarks.append(f"{option['id']}. {option['text']} -- {remark.strip()}")

    while budget.left > 0:
        letter = extract_answer(
            solver(f"{question}\n\nOptions with remarks:\n" + "\n".join(remarks) + "\n\nReply with the best letter.")
        )
        if letter in {o["id"] for o in options}:
            return letter, "D", 5
    return "X", "D", 5

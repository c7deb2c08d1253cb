"""What decides which programs are written: who is asked, how often, and with which parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cgr_audit.execution.generation.feedback import Feedback
from cgr_audit.execution.generation.prompt import TEMPLATE
from cgr_audit.execution.plan import SolverChoice
from cgr_audit.records.rows import ProgramKey
from cgr_audit.solvers.sampling import derived_seed
from cgr_audit.source.contract import Contract

__all__ = ["GenerationOrder"]


@dataclass(frozen=True, slots=True)
class GenerationOrder:
    """What is asked of a generator."""

    contract: Contract
    choice: SolverChoice
    """Who is asked; its SPEC names the generator in records."""
    rules: str
    """The digest of the rules whose findings are shown."""
    samples: int
    """Programs for each item."""
    attempts: int
    """Requests for each program, at most."""
    feedback: Feedback
    temperature: float
    max_tokens: int
    seed: int | None
    """What the seeds of requests follow from; nothing if none is sent."""

    def configuration(self) -> dict[str, Any]:
        """What ``config.json`` says of it."""
        return {
            "contract": self.contract.digest,
            "rules": self.rules,
            "generator": self.choice.spec,
            "generator_identity": self.choice.identity,
            "generator_parameters": {"temperature": self.temperature, "max_tokens": self.max_tokens},
            "generator_seed": self.seed,
            "samples": self.samples,
            "attempts_per_program": self.attempts,
            "feedback": self.feedback.value,
            "prompts": {"generate": self.contract.generate.prompt or TEMPLATE},
        }

    def parameters(self, key: ProgramKey, attempt: int) -> dict[str, Any]:
        """The sampling parameters of one request: every sample and attempt has a seed of its own."""
        sent: dict[str, Any] = {"temperature": self.temperature, "max_tokens": self.max_tokens}
        if self.seed is not None:
            sent["seed"] = derived_seed(self.seed, key.dataset, key.item_id, key.sample, attempt)
        return sent

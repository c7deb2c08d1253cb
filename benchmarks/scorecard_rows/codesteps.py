"""Made-up rows of CodeStepsEval: plausible in length and in how well steps match, right in nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

__all__ = ["rows"]

_VERBS = ("read", "create", "initialise", "loop", "compare", "update", "count", "sort", "append", "return", "print")
_NOUNS = ("list", "string", "number", "index", "matrix", "queue", "stack", "prefix", "sum", "answer", "graph", "node")
_TAILS = ("of the input", "for every element", "until nothing is left", "in a new dictionary", "from the end", "")
_FAILURES = ("syntax_error", "semantic_error", "timeout", "runtime_error")
_LEVELS = ("basic", "challenging", "advanced")
_MODELS = ("first", "second", "third")


def rows(count: int, seed: int, samples: int = 1) -> Iterator[dict[str, Any]]:
    """Rows by ``schemas/codesteps_row.json``, the same for the same arguments.

    Args:
        count: how many.
        seed: of the random choices.
        samples: how many samples each has.
    """
    draw = random.Random(seed)
    for number in range(count):
        reference = [_step(draw) for _ in range(draw.randint(3, 7))]
        yield {
            "id": f"P{number // len(_MODELS)}",
            "model": _MODELS[number % len(_MODELS)],
            "level": draw.choice(_LEVELS),
            "reference_steps": reference,
            "samples": [_sample(draw, reference) for _ in range(samples)],
        }


def _sample(draw: random.Random, reference: list[str]) -> dict[str, Any]:
    """A sample whose code passes the more often, the more of the steps it keeps."""
    keeping = draw.random()
    predicted = [_reworded(draw, step) if draw.random() < keeping else _step(draw) for step in reference]
    if draw.random() < 0.3:
        predicted.insert(draw.randrange(len(predicted) + 1), _step(draw))
    passed = draw.random() < keeping * keeping
    failure = None if passed else draw.choice(_FAILURES)
    return {"predicted_steps": predicted, "code": "print(input())", "passed": passed, "failure": failure}


def _step(draw: random.Random) -> str:
    first, second = draw.choice(_NOUNS), draw.choice(_NOUNS)
    return f"{draw.choice(_VERBS).capitalize()} the {first} and the {second} {draw.choice(_TAILS)}".strip()


def _reworded(draw: random.Random, step: str) -> str:
    words = step.split()
    if draw.random() < 0.5:
        words[draw.randrange(len(words))] = draw.choice(_NOUNS)
    return " ".join(words)

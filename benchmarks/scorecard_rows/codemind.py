"""Rows of CodeMind as several models would give them, with the outputs that are expected."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

__all__ = ["PROGRAMS", "rows"]

PROGRAMS = 800
"""Different programs, each with one input, as in CruxEval."""

_MODELS = ("small", "middle", "large", "largest")
_SAMPLES = "greedy", "sampled"


def rows(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """So many rows of independent execution reasoning, each case answered by every model before the next one is.

    Args:
        count: how many.
        seed: what predictions follow from.
    """
    generator = random.Random(seed)
    cases = [_case(number, generator) for number in range(PROGRAMS)]
    for number in range(count):
        place, model = divmod(number, len(_MODELS))
        program, given, expected = cases[place % PROGRAMS]
        is_right = generator.random() < (0.3 + 0.15 * model) * (0.5 if "while" in program else 1)
        yield {
            "id": f"case-{place % PROGRAMS}-{place // PROGRAMS}",
            "benchmark": "generated",
            "model": _MODELS[model],
            "task": "ier",
            "setting": _SAMPLES[place % len(_SAMPLES)],
            "program": program,
            "input": given,
            "expected": expected,
            "predicted": f" {expected}\n" if is_right else str(generator.randrange(1000)),
        }


def _case(number: int, generator: random.Random) -> tuple[str, str, str]:
    """A program, its input and its output."""
    step, start, end = generator.randrange(1, 9), generator.randrange(50), generator.randrange(1, 40)
    match number % 5:
        case 0:
            return (
                f"def f(x):\n    return [x, x + {step}, 'n{number}']\n",
                str(start),
                f"[{start}, {start + step}, 'n{number}']",
            )
        case 1:
            body = f"    total = {number}\n    for i in range({end}):\n        total += x * {step}\n    return total\n"
            return f"def f(x):\n{body}", str(start), str(number + end * start * step)
        case 2:
            body = f"    while x < {number + 60}:\n        x += {step}\n    return x\n"
            rounds = -(-(number + 60 - start) // step)
            return f"def f(x):\n{body}", str(start), str(start + rounds * step)
        case 3:
            tests = f"    if x > {number}:\n        return 'more'\n    elif x == {step}:\n        return 'same'\n"
            said = "more" if start > number else "same" if start == step else "less"
            return f"def f(x):\n{tests}    return 'less'\n", str(start), repr(said)
        case _:
            inner = f"        for j in range({step}):\n            if i > j:\n                found.append(i)\n"
            body = f"    found = [{number}]\n    for i in range({end % 7}):\n{inner}    return len(found) > x\n"
            length = 1 + sum(min(i, step) for i in range(end % 7))
            return f"def f(x):\n{body}", str(start), str(length > start)

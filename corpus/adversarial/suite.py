"""The adversarial programs, and the runs that hold an analysis to what they do."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from corpus.random_scaffolds.execution import Case, Observation

__all__ = ["CASES", "AdversarialProgram", "adversarial_programs", "read_recording", "write_recording"]

PROGRAMS = Path(__file__).resolve().parent / "programs"
RECORDING = PROGRAMS.with_name("recording.jsonl")

_QUESTION = "Which of these is not a fruit?"
_TEXTS = ("the sun", "red fruit", "B", "a much longer option text", "no")
_WORDS = ("yes", "no", "A", "It is B.", "C", "", "nothing to say", "D", "3")
_RANDOM = random.Random("adversarial")  # noqa: S311  its replies are no secrets
_SCRIPTS: tuple[tuple[str | None, ...], ...] = (
    ("A",), ("B",), ("C",), ("yes",), ("nothing to say",), ("",), ("A", "B", "C", "D"), ("no", "yes", "3"),
    ("word " * 60 + "(D)",), ('{"answer": "C", "letter": "B", "steps": ["a", "b"], "rounds": 2}\nno',),
    tuple(_RANDOM.choices(_WORDS, k=17)), (None,), ("A", None),
)  # fmt: skip
_FEW = _SCRIPTS[::6]


@dataclass(frozen=True, slots=True)
class AdversarialProgram:
    """One program."""

    name: str
    """Its class and its file, such as ``containers/counter_add``."""
    text: str

    @property
    def sha256(self) -> str:
        """The digest of its text."""
        return sha256(self.text.encode()).hexdigest()


def adversarial_programs(chosen: tuple[str, ...] = ("",)) -> list[AdversarialProgram]:
    """Every program whose name begins in one of these ways, sorted by name."""
    paths = {path.relative_to(PROGRAMS).with_suffix("").as_posix(): path for path in PROGRAMS.glob("*/*.py")}
    return [
        AdversarialProgram(name, path.read_text("utf-8"))
        for name, path in sorted(paths.items())
        if name.startswith(chosen)
    ]


def _case(script: tuple[str | None, ...], options: int) -> Case:
    return Case(script, _QUESTION, _TEXTS[:options])


CASES = [
    *(_case(script, options) for options in (2, 5) for script in _SCRIPTS),
    *(_case(script, options) for options in (3, 4) for script in _FEW),
]
"""Every scripted solver about an item with two options and one with five, some about others."""


def write_recording(runs: Mapping[AdversarialProgram, Sequence[Observation]]) -> None:
    """Record what every program did, in a line for each: its distinct runs, with the numbers of their cases."""
    lines = []
    for program, observed in runs.items():
        cases = defaultdict(list)
        for run in observed:
            cases[run.calls, run.ended, run.channels, run.line].append(CASES.index(run.case))
        distinct = [[*seen, numbers] for seen, numbers in cases.items()]
        record = {"program": program.name, "sha256": program.sha256, "runs": distinct}
        lines.append(json.dumps(record, separators=(",", ":")) + "\n")
    RECORDING.write_text("".join(lines), "utf-8")


def read_recording() -> dict[str, list[Observation]]:
    """The recorded runs of every program, by the digest of its text."""
    recorded = {}
    for line in RECORDING.read_text("utf-8").splitlines():
        record = json.loads(line)
        recorded[record["sha256"]] = [
            Observation(CASES[number], calls, ended, None if channels is None else tuple(channels), place)
            for calls, ended, channels, place, numbers in record["runs"]
            for number in numbers
        ]
    return recorded

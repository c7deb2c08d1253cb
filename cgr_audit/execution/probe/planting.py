"""Another letter in the generator channel's place: does it change what is asked, or what is answered?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from cgr_audit.execution.probe.counterfactual import SILENCE, Counterfactual, Family, always, letter_solver
from cgr_audit.execution.probe.item_runs import ItemRuns, ProgramToProbe
from cgr_audit.execution.probe.trial import Trial
from cgr_audit.sandbox.outcome import Run
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.cycle import CycleSolver

__all__ = ["Planted", "plant_letter"]

_UNNAMED = 2
"""In how many runs more another letter is planted, of those that answer with the generator's though nobody named it."""

_LONGEST_SAID = 500


@dataclass(frozen=True, slots=True)
class Planted:
    """What came of it."""

    letter: str | None = None
    """The generator's own; null where none is written down, or nothing was planted."""
    in_prompts: bool | None = None
    """Whether a prompt, or what is passed besides it, changed."""
    in_answer: bool | None = None


def plant_letter(
    runs: ItemRuns, program: ProgramToProbe, letters: Sequence[str], raised: tuple[Trial, Sandbox] | None
) -> Planted:
    """Run a program with another generator letter in it alongside runs of its own.

    Args:
        runs: its runs on the item; further ones are made.
        program: the program.
        letters: the ids of the item's options.
        raised: the run in which every call raised, and the sandbox it was made in.

    Raises:
        HarnessFailedError: the sandbox failed.
    """
    places = program.reading.generator
    used = {place.letter for place in places}
    letter = next((letter for letter in letters if letter not in used), None)
    if not places or letter is None or runs.is_costly:
        return Planted()
    if all(place.is_only_returned for place in places):
        return Planted(places[0].letter, in_prompts=False, in_answer=False)
    data = program.reading.planted(letter)
    in_prompts = in_answer = False
    for own, sandbox in _telling(runs, program, letters, used, letter, raised):
        run = runs.planted(data, sandbox, own.solver)
        in_prompts |= _asked(run) != _asked(own.run)
        in_answer |= runs.answers_differ(run, own.run)
        if in_prompts and in_answer:
            break
    return Planted(places[0].letter, in_prompts, in_answer)


def _telling(
    runs: ItemRuns,
    program: ProgramToProbe,
    letters: Sequence[str],
    used: set[str],
    planted: str,
    raised: tuple[Trial, Sandbox] | None,
) -> Iterator[tuple[Trial, Sandbox | None]]:
    """The runs in which the generator's letter would show: where nobody names it, and every word is heard."""
    silent = always(SILENCE, Family.SILENCE)
    said = next((letter for letter in reversed(letters) if letter != planted), planted)
    yield runs.under(silent), None
    yield runs.under(letter_solver(said)), None
    if raised is not None and raised[0].answer is not None:
        yield raised
    unnamed = [trial for trial in runs.trials if trial.answer in used and not trial.names_its_answer]
    for trial in islice((trial for trial in unnamed if trial.solver.name != silent.name), _UNNAMED):
        yield trial, None
    for text in ("Yes.", " ".join(program.reading.literals.texts)[:_LONGEST_SAID]):
        yield runs.under(always(text, Family.LITERAL)), None
    others = tuple(f"Answer: {letter}" for letter in letters if letter not in used | {planted})
    if runs.most_calls > 1 and len(others) > 1:
        name = f"in turn {', '.join(map(repr, others))}"
        yield runs.under(Counterfactual(name, Family.MIXED, CycleSolver(others), names_options_only=True)), None


def _asked(run: Run) -> list[tuple[str | None, Any]]:
    """Everything that reached the solver."""
    return [(call.prompt, call.config) for call in run.calls]

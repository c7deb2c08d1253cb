"""What a tested program is: a function that is called, or a script that reads and prints; told inside the sandbox."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from inspect import getsource

from cgr_audit.analysis import entry as entry_rules
from cgr_audit.sandbox.outcome import Completed, GuestError, describe_outcome
from cgr_audit.scorecards.running.inside import looking
from cgr_audit.scorecards.running.outcomes import Failure, TestResult, failed, result_of_end
from cgr_audit.scorecards.running.sandboxes import Sandboxes

__all__ = ["ProgramForm", "program_forms"]

_LOOKING, _ENTRY_RULES = getsource(looking).encode(), getsource(entry_rules)

_BATCH = 50
"""Programs that one instance looks at: it takes far longer to read our own text than most of them."""


@dataclass(frozen=True, slots=True)
class ProgramForm:
    """How a program is run."""

    program: bytes
    entry: str | None = None
    """What is called, as Python text: a function's name or ``Solution().method``; nothing if there is no function."""
    is_script: bool = False
    """Whether it is run as a script: it reads standard input, or there is nothing to call."""
    fault: TestResult | None = None
    """Why it cannot be run."""


def program_forms(programs: Iterable[str], sandboxes: Sandboxes) -> dict[str, ProgramForm]:
    """What the compiler and the syntax tree say of programs, in instances in which none of them runs."""
    texts = list(dict.fromkeys(programs))
    batches = [tuple(texts[start : start + _BATCH]) for start in range(0, len(texts), _BATCH)]
    forms = sandboxes.map(lambda batch: _looked_at(batch, sandboxes), batches)
    return dict(zip(texts, (form for batch in forms.values() for form in batch), strict=True))


def _looked_at(texts: Sequence[str], sandboxes: Sandboxes) -> list[ProgramForm]:
    programs = [text.encode("utf-8", "surrogatepass") for text in texts]
    outcome = sandboxes.run(_LOOKING, repr(programs), "look", prelude=_ENTRY_RULES).outcome
    if isinstance(outcome, Completed):
        return [
            ProgramForm(program, entry, is_script, error and failed(Failure.SYNTAX_ERROR, error))
            for program, (error, entry, is_script) in zip(programs, outcome.value, strict=True)
        ]
    if len(texts) > 1:
        return [form for text in texts for form in _looked_at([text], sandboxes)]
    # The compiler itself gave up: it died, or used up what there is.
    is_raised = isinstance(outcome, GuestError)
    said = f"compiling: {describe_outcome(outcome)}"
    fault = failed(Failure.SYNTAX_ERROR, said) if is_raised else result_of_end(outcome, "compiling")
    return [ProgramForm(programs[0], fault=fault)]

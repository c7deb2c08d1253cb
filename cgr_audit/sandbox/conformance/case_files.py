"""Reading the suite's written programs: one text file for each class, in ``programs/``.

Every program begins with a line ``== NAME``. Lines that begin with ``--`` and stand before the program's text say what
has to come of it:

===================  ===============================================================================================
``returns VALUE``    it completes with this value, a Python literal
``raises TYPE``      it ends in an exception of this type
``exceeds LIMIT``    it is stopped at this limit
``crashes``          the interpreter inside dies
``fails``            the solver's failure is the outcome
``science ...``      one of the above, instead of them in the profile ``science``, which holds more modules
``calls N``          so many solver calls count; none where it is not said
``prints TEXT``      it prints exactly this, a Python literal
``runs N-M ...``     these of its lines run and no others
``limits K=V,...``   limits that differ from the suite's
``solver SPEC``      the solver, as for ``--solver``
``seed N``           the run's seed
``clock``            real time ends it
``module``           the text is a whole module; otherwise it is the body of ``solve``
``then``             what stood before it is run first, and of it nothing may be left
===================  ===============================================================================================

Where several outcomes stand, any of them will do.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources

from cgr_audit.errors import UsageError
from cgr_audit.sandbox.conformance.case import (
    Case,
    Crashes,
    Exceeds,
    Expected,
    HarnessFails,
    Raises,
    Returns,
    SuiteError,
)
from cgr_audit.sandbox.limits import parse_limits
from cgr_audit.sandbox.outcome import Limit
from cgr_audit.solvers.spec import parse_solver_spec

__all__ = ["cases_from_files", "in_solve", "read_cases"]

_HEAD = "def solve(item, question, options, exp_config):\n"
_SECTION = re.compile(r"^== (?P<name>.+)\n(?P<rest>(?:(?!== ).*\n)*)", re.MULTILINE)


def cases_from_files() -> Iterator[Case]:
    """All written programs, by class."""
    folder = resources.files(__package__) / "programs"
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if file.name.endswith(".txt"):
            yield from read_cases(file.name.removesuffix(".txt").replace("_", " "), file.read_text("utf-8"))


def read_cases(group: str, text: str) -> Iterator[Case]:
    """The programs of one class.

    Raises:
        SuiteError: a directive cannot be read, or a program has none that says how it ends.
    """
    for section in _SECTION.finditer(text):
        yield _case(group, section["name"], section["rest"])


def in_solve(text: str) -> bytes:
    """A program whose entry has this body."""
    return (_HEAD + "".join(f"    {line}\n" if line else "\n" for line in text.splitlines())).encode()


def _case(group: str, name: str, rest: str) -> Case:
    before, _, last = rest.rpartition("-- then\n")
    directives, text = _directives(last if before else rest)
    if before:
        earlier, first = _directives(before)
        directives = [*earlier, *directives]
    is_module = ("module", "") in directives
    case = Case(group, name, _program(text, is_module=is_module), ())
    if before:
        case = replace(case, before=_program(first, is_module=is_module))
    for word, argument in directives:
        try:
            case = _directed(case, word, argument)
        except (ValueError, SyntaxError, UsageError) as error:
            raise SuiteError(f"{case}: {word} {argument}: {error}") from error
    if not case.expected:
        raise SuiteError(f"{case}: it does not say what has to come of it")
    return case


def _directives(text: str) -> tuple[list[tuple[str, str]], str]:
    """The lines that say something about the program, and the program."""
    lines = text.rstrip("\n").split("\n")
    count = next((number for number, line in enumerate(lines) if not line.startswith("--")), len(lines))
    return [_words(line.removeprefix("--")) for line in lines[:count]], "\n".join(lines[count:]) + "\n"


def _words(text: str) -> tuple[str, str]:
    word, _, argument = text.strip().partition(" ")
    return word, argument.strip()


def _program(text: str, *, is_module: bool) -> bytes:
    return text.encode() if is_module else in_solve(text)


def _directed(case: Case, word: str, argument: str) -> Case:
    """The case with what one line says about it."""
    match word:
        case "calls":
            return replace(case, calls=int(argument))
        case "prints":
            return replace(case, output=ast.literal_eval(argument))
        case "runs":
            spans = [tuple(map(int, span.split("-"))) for span in argument.split()]
            return replace(case, lines=tuple(line for first, last in spans for line in range(first, last + 1)))
        case "limits":
            return replace(case, limits=parse_limits(argument, case.limits))
        case "solver":
            return replace(case, solver=parse_solver_spec(argument))
        case "seed":
            return replace(case, seed=int(argument))
        case "clock":
            return replace(case, by_the_clock=True)
        case "module":
            return case
        case "science":
            return replace(case, in_science=(*case.in_science, _expected(*_words(argument))))
        case _:
            return replace(case, expected=(*case.expected, _expected(word, argument)))


def _expected(word: str, argument: str) -> Expected:
    match word:
        case "returns":
            return Returns(ast.literal_eval(argument))
        case "raises":
            return Raises(argument)
        case "exceeds":
            return Exceeds(Limit(argument))
        case "crashes":
            return Crashes()
        case "fails":
            return HarnessFails()
        case _:
            raise SuiteError(f"no such directive: {word}")

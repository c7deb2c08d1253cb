"""Reading what the guest reports on a program.

The report is written by trusted code, but in memory that the program can reach: it may be anything. Whatever cannot be
believed is the program's fault, never the harness's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeGuard

from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import (
    BRANCH_OUTCOMES,
    Branch,
    Completed,
    GuestError,
    HostFailure,
    Limit,
    LimitExceeded,
    Outcome,
)
from cgr_audit.sandbox.returned import contract_fault
from cgr_audit.sandbox.values import ValueDecodeError, decode_value
from cgr_audit.source.contract import Contract

__all__ = ["ReportReader", "Reported"]

_LONGEST_MESSAGE = 2000
_LONGEST_NAME = 200
_BESIDE_THE_REST = 64 << 10
_ESCAPED = 6
"""Characters of JSON that one byte may need."""
_PER_BYTE = 32
"""Characters for each byte of a program: the number of its line, and the outcomes of a test, which has some bytes."""
_WIDEST = 4
"""Bytes that one byte of a program may be in UTF-8, in which columns are counted."""


@dataclass(frozen=True, slots=True)
class Reported:
    """What a report says."""

    outcome: Outcome
    lines: tuple[int, ...] = ()
    output: str = ""
    branches: tuple[Branch, ...] | None = None


@dataclass(frozen=True, slots=True)
class ReportReader:
    """Reads the report on one program."""

    limits: Limits
    contract: Contract
    program_bytes: int
    """Its length, which no line number passes."""
    has_arguments: bool
    """Whether the harness gave an argument list, so that there can be something wrong with it."""

    def read(self, text: str) -> Reported:
        """The outcome, the lines that ran and what was printed; never raises."""
        try:
            if len(text) > self._longest():
                raise ValueError(f"it is {len(text)} characters long")
            fields = decode_value(text)
            lines, output = tuple(map(self._line, fields["lines"])), fields["output"]
            branches = fields.get("branches")
            branches = None if branches is None else tuple(sorted(map(self._branch, filter(None, branches.split(",")))))
            if type(output) is not str:
                raise TypeError("its output is not text")
            if len(output.encode("utf-8", "surrogatepass")) > self.limits.output:
                return Reported(LimitExceeded(Limit.OUTPUT, self.limits.output, None))
            return Reported(self._outcome(fields), lines, output, branches)
        except (ValueError, KeyError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
            return Reported(_tampered(f"the report on the program cannot be read: {str(error)[:200]}"))

    def _longest(self) -> int:
        """No honest report is longer."""
        parts = _ESCAPED * (self.limits.result + self.limits.output) + _PER_BYTE * self.program_bytes
        return parts + _BESIDE_THE_REST

    def _outcome(self, fields: dict[str, Any]) -> Outcome:
        match fields["ended"]:
            case "completed":
                return self._completed(fields["value"])
            case "result":
                return LimitExceeded(Limit.RESULT, self.limits.result, int(fields["used"]))
            case "arguments" if self.has_arguments:
                return HostFailure(self._fault(fields["fault"]).message)
            case "arguments":
                return _tampered("the program reported arguments that it was not given")
            case _:
                return self._fault(fields["fault"])

    def _completed(self, text: str) -> Outcome:
        if len(text) > self.limits.result:
            return LimitExceeded(Limit.RESULT, self.limits.result, len(text))
        value = decode_value(text)
        return Completed(value, contract_fault(value, self.contract))

    def _fault(self, fault: dict[str, Any]) -> GuestError:
        name, message, line = fault["type"], fault["message"], fault["line"]
        if type(name) is not str or type(message) is not str:
            raise TypeError("its exception has no name or no message")
        # A traceback is the program's to make, with any line in it.
        known = line if self._has_line(line) else None
        return GuestError(name[:_LONGEST_NAME], message[:_LONGEST_MESSAGE], known)

    def _line(self, line: object) -> int:
        if not self._has_line(line):
            raise ValueDecodeError("it names a line that the program does not have")
        return line

    def _branch(self, text: str) -> Branch:
        line, column, outcome = text.split(":")
        has_column = 0 <= int(column) <= _WIDEST * self.program_bytes
        if not (self._has_line(int(line)) and has_column and outcome in BRANCH_OUTCOMES):
            raise ValueDecodeError("it names a branch that the program does not have")
        return int(line), int(column), outcome

    def _has_line(self, line: object) -> TypeGuard[int]:
        return type(line) is int and 0 <= line <= self.program_bytes + 1


def _tampered(message: str) -> GuestError:
    return GuestError("TamperedReport", message)

"""What a probe takes from a program's text: what its tests name, and where the generator's letter stands."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from cgr_audit.analysis.compared_literals import ComparedLiterals, find_compared_literals
from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.limits import TooLargeError
from cgr_audit.execution.deep_stack import on_a_deep_stack
from cgr_audit.source.contract import Contract
from cgr_audit.source.parse import Accepts, Trees, parse
from cgr_audit.source.text import decode, split_lines

__all__ = ["GeneratorLiteral", "ProgramReading", "read_program"]


@dataclass(frozen=True, slots=True, order=True)
class GeneratorLiteral:
    """One place where the generator's letter is written down."""

    start: int
    """In code points from the beginning of the text."""
    end: int
    letter: str


@dataclass(frozen=True, slots=True)
class ProgramReading:
    """What a probe takes from one program."""

    literals: ComparedLiterals
    generator: tuple[GeneratorLiteral, ...] = ()
    """In the order of the text; empty where the generator channel is no letter that is written down."""
    text: str = ""
    encoding: str = "utf-8"

    def planted(self, letter: str) -> bytes:
        """The program with another generator letter in every place."""
        text = self.text
        for place in reversed(self.generator):
            text = text[: place.start] + repr(letter) + text[place.end :]
        return text.encode(self.encoding)


_NOTHING_READ = ProgramReading(ComparedLiterals((), (), ()))


def read_program(data: bytes, contract: Contract, accepts: Accepts | None = None) -> ProgramReading:
    """Read a program that its audit could analyse; nothing is found in any other."""
    return on_a_deep_stack(lambda: _read(data, contract, accepts))


def _read(data: bytes, contract: Contract, accepts: Accepts | None) -> ProgramReading:
    source = decode(data)
    trees = parse(source.text, accepts) if source.problem is None else None
    if not isinstance(trees, Trees):
        return _NOTHING_READ
    facts = Facts(trees.tree, contract)
    try:
        literals = find_compared_literals(facts.index)
        found = frozenset(_generator_literals(facts, source.text)) if contract.returns.generator_field else frozenset()
    except (RecursionError, TooLargeError):  # the audit had more room
        return _NOTHING_READ
    return ProgramReading(literals, tuple(sorted(found)), source.text, source.encoding)


def _generator_literals(facts: Facts, text: str) -> Iterator[GeneratorLiteral]:
    places = _Places(text)
    for value in facts.provenance.generator:
        for node in value.origins:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_letter(node.value):
                start, end = places.of(node)
                if text[start:end] in (f'"{node.value}"', f"'{node.value}'"):
                    yield GeneratorLiteral(start, end, node.value)


def _is_letter(text: str) -> bool:
    return len(text) == 1 and "A" <= text <= "Z"


class _Places:
    """Code points of a text by the lines and bytes that syntax nodes count in."""

    def __init__(self, text: str) -> None:
        self._lines = split_lines(text)
        self._starts = [0]
        for line in self._lines[:-1]:
            end = self._starts[-1] + len(line)
            self._starts.append(end + (2 if text.startswith("\r\n", end) else 1))

    def of(self, node: ast.Constant) -> tuple[int, int]:
        first = self._offset(node.lineno, node.col_offset)
        return first, self._offset(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def _offset(self, line: int, column: int) -> int:
        within = self._lines[line - 1].encode("utf-8", "surrogatepass")[:column]
        return self._starts[line - 1] + len(within.decode("utf-8", "ignore"))

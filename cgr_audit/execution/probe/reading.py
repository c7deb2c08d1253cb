"""What a probe takes from a program's text: what its tests name, and where the generator's letter stands."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.limits import TooLargeError
from cgr_audit.analysis.wordings.compared_literals import ComparedLiterals, find_compared_literals
from cgr_audit.analysis.wordings.reply_wordings import find_reply_wordings
from cgr_audit.analysis.wordings.wording import Wording
from cgr_audit.analysis.wordings.written_options import find_compared_numbers, find_written_options
from cgr_audit.execution.deep_stack import on_a_deep_stack
from cgr_audit.source.contract import ALL_OPTIONS, ArgumentStyle, Contract, EntryKind, Supply
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
    is_only_returned: bool = False
    """Whether the entry returns it right there, so that it can reach neither a prompt nor the answer."""


@dataclass(frozen=True, slots=True)
class ProgramReading:
    """What a probe takes from one program."""

    literals: ComparedLiterals
    generator: tuple[GeneratorLiteral, ...] = ()
    """In the order of the text; empty where the generator channel is not a letter that is written down."""
    wordings: tuple[Wording, ...] = ()
    """How responses may have to be worded."""
    numbers: tuple[str, ...] = ()
    """Numbers that are compared with others, or listed."""
    options: tuple[str, ...] = ()
    """The texts of options that are written down."""
    takes_item: bool = True
    """Whether the entry may be given anything of the item, and look at it."""
    takes_options: bool = True
    """Whether the entry may be given the item's options otherwise than in the question's text."""
    handles_exceptions: bool = True
    """Whether anything in the text could keep an exception from ending the run."""
    text: str = ""
    encoding: str = "utf-8"

    @property
    def reads_numbers(self) -> bool:
        """Whether anything in the text may turn a response into a number, or compare it with digits."""
        return bool(_OF_NUMBERS.search(self.text)) or any(_DIGIT.search(text) for text in self.literals.texts)

    @property
    def measures(self) -> bool:
        """Whether anything in the text may measure how long something is."""
        return "len" in self.text

    @property
    def reads_fields(self) -> bool:
        """Whether anything in the text may look something up in a response."""
        return bool(_OF_FIELDS.search(self.text))

    def writes_letter(self, letter: str) -> bool:
        """Whether a letter stands in the text as a literal of its own."""
        return f"'{letter}'" in self.text or f'"{letter}"' in self.text

    def planted(self, letter: str) -> bytes:
        """The program with another generator letter in every place."""
        starts = (0, *(place.end for place in self.generator))
        ends = (*(place.start for place in self.generator), len(self.text))
        between = (self.text[start:end] for start, end in zip(starts, ends, strict=True))
        return repr(letter).join(between).encode(self.encoding)


_OF_NUMBERS = re.compile(
    r"\b(?:int|float|complex|Decimal|Fraction|isdigit|isdecimal|isnumeric|loads|literal_eval|eval|digits|ord)\b"
    r"|\\d|0-9|1-9|\[1-5"
)
_OF_FIELDS = re.compile(r"\b(?:json|loads|literal_eval|eval|JSONDecoder|LLMAgentBase)\b")
_DIGIT = re.compile(r"\d")
_HANDLING = (ast.Try, ast.TryStar, ast.With, ast.AsyncWith, ast.AsyncFunctionDef)
_OF_ITEM = (Supply.ITEM, Supply.QUESTION, *ALL_OPTIONS, Supply.TASK)
_SEEING_ALL = frozenset({"locals", "vars", "dir", "eval", "exec", "compile", "inspect", "sys", "gc"})

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
        return ProgramReading(
            literals,
            tuple(sorted(found)),
            find_reply_wordings(facts.index, facts.constants),
            find_compared_numbers(facts.index),
            find_written_options(facts.index),
            _takes(facts, contract, *_OF_ITEM),
            _takes(facts, contract, Supply.ITEM, *ALL_OPTIONS),
            any(True for _ in facts.index.of(*_HANDLING)),
            source.text,
            source.encoding,
        )
    except (RecursionError, TooLargeError):  # the audit had more room
        return _NOTHING_READ


def _takes(facts: Facts, contract: Contract, *supplies: Supply) -> bool:
    """Whether the entry uses a parameter for any of these, or has one that takes whatever it is given."""
    entry = facts.entry
    is_named = contract.entry.kind is EntryKind.FUNCTION and contract.entry.arguments is ArgumentStyle.NAMED
    if entry is None or not is_named or entry.is_wrapped or entry.replaced_by or entry.node.decorator_list:
        return True
    arguments = entry.node.args
    if arguments.vararg is not None or arguments.kwarg is not None:
        return True
    names = {argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    used = {node.id for node in ast.walk(entry.node) if isinstance(node, ast.Name)}
    given = names & contract.entry.taking(*supplies)
    return bool(given & used) or (bool(given) and bool(used & _SEEING_ALL))


def _generator_literals(facts: Facts, text: str) -> Iterator[GeneratorLiteral]:
    places = _Places(text)
    returned = frozenset(_returned_by_entry(facts))
    for value in facts.provenance.generator:
        for node in value.origins:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_letter(node.value):
                start, end = places.of(node)
                if text[start:end] in (f'"{node.value}"', f"'{node.value}'"):
                    yield GeneratorLiteral(start, end, node.value, node in returned)


def _returned_by_entry(facts: Facts) -> Iterator[ast.expr]:
    """What stands in the values that the entry returns; nothing if something else may take them."""
    entry = facts.entry
    if entry is None or entry.is_wrapped or entry.replaced_by is not None or entry.node.decorator_list:
        return
    if any(name.id == entry.name for name in facts.index.of(ast.Name)):
        return
    for statement in facts.index.of(ast.Return):
        if facts.index.enclosing_function(statement) is entry.node:
            match statement.value:
                case ast.Tuple(elts=parts) | ast.Dict(values=parts):
                    yield from parts


def _is_letter(text: str) -> bool:
    return len(text) == 1 and "A" <= text <= "Z"


class _Places:
    """Code points of a text by the lines and bytes that syntax nodes count in."""

    def __init__(self, text: str) -> None:
        self._lines = split_lines(text)
        self._widths: dict[int, list[int]] = {}
        """Of lines that are more than ASCII: how many bytes come before each character."""
        self._starts = [0]
        for line in self._lines[:-1]:
            end = self._starts[-1] + len(line)
            self._starts.append(end + (2 if text.startswith("\r\n", end) else 1))

    def of(self, node: ast.Constant) -> tuple[int, int]:
        first = self._offset(node.lineno, node.col_offset)
        return first, self._offset(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def _offset(self, line: int, column: int) -> int:
        text = self._lines[line - 1]
        if text.isascii():
            return self._starts[line - 1] + column
        if line not in self._widths:
            widths = (len(character.encode("utf-8", "surrogatepass")) for character in text)
            self._widths[line] = list(accumulate(widths, initial=0))
        return self._starts[line - 1] + bisect_left(self._widths[line], column)

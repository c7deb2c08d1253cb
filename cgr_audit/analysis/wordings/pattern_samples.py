"""Texts that a regular expression matches: one for each way that an alternative in it opens.

This is not an engine: what it does not know (back references, conditions) gives no sample, and a sample need not match.
It serves to speak to a program in the words that the program's own patterns look for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice

from cgr_audit.analysis.wordings.wording import Hole, Part, Wording

__all__ = ["MOST_SAMPLES", "pattern_samples"]

MOST_SAMPLES = 8
_LONGEST_PATTERN = 1000
_DEEPEST = 20
_MOST_REPEATS = 20
_MOST_PARTS = 2_000
"""Of one sample: repeats of repeats multiply."""
_MOST_WORK = 20_000
"""Parts that are put together, and characters tried for a class; a pattern of a hundred characters takes hundreds."""

_Sample = tuple[Part, ...]
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "s": " ", "D": "-", "W": " "}
_EMPTY_ESCAPES = frozenset("bBAZzG")
_CLASS_ESCAPES: dict[str, Callable[[str], bool]] = {
    "d": str.isdigit,
    "w": lambda character: character.isalnum() or character == "_",
    "s": str.isspace,
    "D": lambda character: not character.isdigit(),
    "W": lambda character: not (character.isalnum() or character == "_"),
    "S": lambda character: not character.isspace(),
}
_ORDINARY = "x -:.,;_/()[]{}<>=#*'\"\n"
"""What is tried for a class that holds neither letters nor digits."""
_UNUSUAL = "".join(map(chr, range(33, 0x250)))
"""What is tried after that."""


def pattern_samples(pattern: str, *, hole: str = "", is_verbose: bool = False) -> tuple[Wording, ...]:
    """Wordings that a pattern matches, the plainest first; none for a pattern that is not understood.

    A class or a wildcard in which any option could stand becomes a hole for it. What may be left out is left out,
    or is a blank where it may be one, unless a group captures it and it holds the option.

    A pattern whose samples would be too long, or take too much work to put together, is not understood.

    Args:
        pattern: as ``re`` takes it.
        hole: a character that stands for what names an option wherever the pattern holds it.
        is_verbose: whether blanks and comments in it mean nothing.
    """
    if len(pattern) > _LONGEST_PATTERN:
        return ()
    reader = _Reader(pattern, hole, is_verbose=is_verbose or "(?x" in pattern)
    try:
        samples = reader.alternatives(0)
        if reader.place < len(pattern):
            return ()
    except (_UnknownError, IndexError, ValueError):
        return ()
    return tuple(Wording(_joined(sample)) for sample in dict.fromkeys(samples) if sample)[:MOST_SAMPLES]


class _UnknownError(Exception):
    """The pattern holds what is not understood, or is too much work."""


class _Reader:
    """Goes through a pattern once. Every method returns samples of what it has read, the plainest first."""

    def __init__(self, pattern: str, hole: str, *, is_verbose: bool) -> None:
        self._pattern = pattern
        self._hole = hole
        self._is_verbose = is_verbose
        self._work = 0
        self.place = 0

    def alternatives(self, depth: int, *, captures: bool = False) -> list[_Sample]:
        """A pattern, or the inside of a group: branch by branch, those that differ in more than one after them."""
        if depth > _DEEPEST:
            raise _UnknownError
        branches = [self._sequence(depth, captures=captures)]
        while self._next() == "|":
            self.place += 1
            branches.append(self._sequence(depth, captures=captures))
        return [branch[0] for branch in branches] + [sample for branch in branches for sample in branch[1:]]

    def _sequence(self, depth: int, *, captures: bool) -> list[_Sample]:
        items: list[list[_Sample]] = []
        while (character := self._next()) and character not in "|)":
            if self._is_verbose and (character.isspace() or character == "#"):
                self._skip_blank(character)
                continue
            item = self._atom(depth)
            is_blank = character == "." or item == [(" ",)]
            items.append(self._repeated(item, captures=captures, is_blank=is_blank))
        varied = islice(_varied(items), MOST_SAMPLES * 2)
        return [self._put_together(pieces) for pieces in chain([[item[0] for item in items]], varied)]

    def _put_together(self, pieces: Sequence[_Sample]) -> _Sample:
        """One sample out of several. All that are made go through here, so that their work is counted beforehand."""
        parts = sum(map(len, pieces))
        self._spend(len(pieces) + parts)
        if parts > _MOST_PARTS:
            raise _UnknownError
        return tuple(chain.from_iterable(pieces))

    def _spend(self, work: int) -> None:
        self._work += work
        if self._work > _MOST_WORK:
            raise _UnknownError

    def _skip_blank(self, character: str) -> None:
        self.place += 1
        while character == "#" and self._next() not in {"", "\n"}:
            self.place += 1

    def _atom(self, depth: int) -> list[_Sample]:
        character = self._take()
        match character:
            case "(":
                return self._group(depth)
            case "[":
                return [self._class()]
            case "\\":
                return [self._escape()]
            case ".":
                return [(Hole.UPPER,)]
            case "^" | "$":
                return [()]
            case _ if character == self._hole:
                return [(Hole.OPTION,)]
        return [(character,)]

    def _group(self, depth: int) -> list[_Sample]:
        captures, is_seen = True, True
        if self._next() == "?":
            captures, is_seen = self._group_kind()
            if self._pattern[self.place - 1] == ")":  # flags for all that follows, or a comment
                return [()]
        samples = self.alternatives(depth + 1, captures=captures)
        if self._take() != ")":
            raise _UnknownError
        if not is_seen:
            return [()]
        return [self._put_together([(_GROUP,), sample]) for sample in samples] if captures else samples

    def _group_kind(self) -> tuple[bool, bool]:
        """Whether a group that begins with ``(?`` captures, and whether what it matches is part of the text."""
        self.place += 1
        kind = self._take()
        if kind == "P" and self._next() == "<":
            self.place = self._pattern.index(">", self.place) + 1
            return True, True
        if kind == "<":
            return False, self._take() == "="
        if kind in "=!:>":
            return False, kind in ":>"
        if kind == "#":
            self.place = self._pattern.index(")", self.place) + 1
            return False, False
        while kind not in ":)":
            if not ((kind.isalpha() and kind.isascii()) or kind == "-"):
                raise _UnknownError
            self._is_verbose |= kind == "x"
            kind = self._take()
        return False, True

    def _escape(self) -> _Sample:
        character = self._take()
        if character in _EMPTY_ESCAPES:
            return ()
        if character == "d":
            return (Hole.NUMBER,)
        if character in "wS":
            return (Hole.UPPER,)
        if character in _ESCAPES:
            return (_ESCAPES[character],)
        if character.isalnum():
            raise _UnknownError
        return (character,)

    def _class(self) -> _Sample:
        is_negated = self._next() == "^"
        self.place += is_negated
        tests: list[Callable[[str], bool]] = []
        start = self.place
        while (character := self._take()) != "]" or self.place == start + 1:
            if character == "\\":
                character = self._take()
                if character in _CLASS_ESCAPES:
                    tests.append(_CLASS_ESCAPES[character])
                    continue
                character = _ESCAPES.get(character, character)
            if self._next() == "-" and self._pattern[self.place + 1] != "]":
                self.place += 1
                last = self._take()
                last = self._take() if last == "\\" else last
                tests.append(_between(character, last))
            else:
                tests.append(_between(character, character))

        def holds(candidate: str) -> bool:
            return any(test(candidate) for test in tests) is not is_negated

        self._spend(len(tests) * len(_ORDINARY))
        plain = _of_class(holds)
        if plain is not None:
            return plain
        self._spend(len(tests) * len(_UNUSUAL))
        one = next((character for character in _UNUSUAL if holds(character)), None)
        if one is None:
            raise _UnknownError
        return (one,)

    def _repeated(self, item: list[_Sample], *, captures: bool, is_blank: bool) -> list[_Sample]:
        fewest, is_repeated = self._quantifier()
        if not is_repeated:
            return [_seen(sample) for sample in item]
        names = [sample for sample in item if any(isinstance(part, Hole) for part in sample)]
        if fewest == 0 and not (names and (captures or names[0][0] == _GROUP)):
            left_out: _Sample = (" ",) if is_blank else ()
            return [left_out, *(_seen(sample) for sample in item if not names and _is_a_word(sample))]
        times = max(1, min(fewest, _MOST_REPEATS))
        return [self._put_together([_seen(sample)] * times) for sample in names or item]

    def _quantifier(self) -> tuple[int, bool]:
        """The fewest repeats, and whether there is a quantifier at all."""
        character = self._next()
        fewest = 1
        if character == "{":
            end = self._pattern.find("}", self.place)
            bounds = self._pattern[self.place + 1 : end].split(",") if end > 0 else []
            if not bounds or len(bounds) > 2 or not all(bound.isdigit() or not bound for bound in bounds):
                return 1, False
            fewest, self.place = int(bounds[0] or 0), end + 1
        elif character and character in "*+?":
            fewest, self.place = (1 if character == "+" else 0), self.place + 1
        else:
            return 1, False
        if self._next() and self._next() in "?+":
            self.place += 1
        return fewest, True

    def _next(self) -> str:
        return self._pattern[self.place : self.place + 1]

    def _take(self) -> str:
        self.place += 1
        return self._pattern[self.place - 1]


_GROUP = ""
"""The first part of what a group captures."""


def _is_a_word(sample: _Sample) -> bool:
    """Whether what may be left out is more than a sign or an ending."""
    return sum(part.isalnum() for part in sample) > 1


def _seen(sample: _Sample) -> _Sample:
    return tuple(part for part in sample if part != _GROUP)


def _varied(items: Sequence[list[_Sample]]) -> Iterator[list[_Sample]]:
    """Sequences in which one item is not at its plainest."""
    plainest = [item[0] for item in items]
    for number, item in enumerate(items):
        for sample in item[1:]:
            yield [*plainest[:number], sample, *plainest[number + 1 :]]


def _of_class(holds: Callable[[str], bool]) -> _Sample | None:
    """The hole for what a class holds, or a usual character in it; nothing if it holds no such."""
    if holds("B") and holds("C"):
        return (Hole.UPPER,)
    if holds("b") and holds("c"):
        return (Hole.LOWER,)
    if holds("1") and holds("2"):
        return (Hole.NUMBER,)
    one = next((character for character in _ORDINARY if holds(character)), None)
    return None if one is None else (one,)


def _between(first: str, last: str) -> Callable[[str], bool]:
    return lambda character: first <= character <= last


def _joined(sample: _Sample) -> _Sample:
    """The same with texts that stand side by side made one."""
    joined: list[Part] = []
    for part in sample:
        if joined and not isinstance(part, Hole) and not isinstance(joined[-1], Hole):
            joined[-1] += part
        elif part:
            joined.append(part)
    return tuple(joined)

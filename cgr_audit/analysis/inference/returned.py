"""What programs return: the shape, its fields, and which of them holds whose answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from cgr_audit.analysis.inference.counting import most
from cgr_audit.analysis.inference.traits import ProgramTraits
from cgr_audit.source.contract import EntryKind, ReturnShape

__all__ = ["channels", "returned_shape", "roles"]

_ANSWER = re.compile(r"(?i)answer|ans$|letter|choice|prediction|predicted|result")
_OF_GENERATOR = re.compile(r"(?i)gen(?:erator|llm)?_|own_|expected")
_DIFFICULTY = re.compile(r"(?i)difficult")


def returned_shape(
    traits: Sequence[ProgramTraits], kind: EntryKind
) -> tuple[ReturnShape, tuple[str, ...], dict[str, int], dict[str, int]]:
    """The shape that most programs return, its fields, and how many programs have each."""
    if kind is EntryKind.SCRIPT:
        return ReturnShape.VARIABLE, (), {}, {}
    shapes: Counter[ReturnShape] = Counter(kind for one in traits for kind in {shape.kind for shape in one.shapes})
    if not shapes:
        return ReturnShape.VALUE, (), {}, {}
    shape = max(shapes, key=lambda one: (shapes[one], one is not ReturnShape.VALUE))
    having = [[part for part in one.shapes if part.kind is shape] for one in traits]
    having = [parts for parts in having if parts]
    fields: tuple[str, ...] = ()
    counts: Counter[str] = Counter()
    if shape is ReturnShape.MAPPING:
        counts = Counter(key for parts in having for key in dict.fromkeys(key for part in parts for key in part.fields))
        fields = tuple(key for key, count in counts.items() if 2 * count > len(having))
    elif shape is ReturnShape.TUPLE:
        length = most(Counter(part.length for parts in having for part in parts))
        fields = tuple(
            _tuple_fields([part.fields for parts in having for part in parts if part.length == length], length)
        )
    return shape, fields, {str(kind): count for kind, count in shapes.most_common()}, dict(counts)


def _tuple_fields(names: Sequence[Sequence[str]], length: int) -> Iterator[str]:
    """Names for the places of a tuple: those of the variables that stand there."""
    taken: set[str] = set()
    for place in range(length):
        given = Counter(one[place] for one in names if len(one) > place and one[place])
        usual = "answer" if place == 0 else f"field{place + 1}"
        name = next((one for one, _ in given.most_common() if one not in taken), usual)
        taken.add(name)
        yield name


def channels(fields: Sequence[str], shape: ReturnShape) -> tuple[str, ...]:
    """The fields that a contract has to name: of a mapping only those that somebody looks at."""
    needed = {*roles(fields), *(name for name in fields if _DIFFICULTY.search(name))}
    return tuple(name for name in fields if name in needed) if shape is ReturnShape.MAPPING else tuple(fields)


def roles(fields: Sequence[str]) -> tuple[str | None, str | None]:
    """Which field holds the solver's answer, and which the generator's."""
    own = next((name for name in fields if _OF_GENERATOR.search(name) and _ANSWER.search(name)), None)
    rest = [name for name in fields if name != own and not _DIFFICULTY.search(name)]
    solver = next((name for name in rest if _ANSWER.search(name)), rest[0] if rest else None)
    return solver, own

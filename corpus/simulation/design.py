"""The shape of the simulated package: which items, which solvers answer them, and how many answers are right."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from cgr_audit.records.rows import Item, ItemKey
from simulation.scaffolds import LETTERS, SCAFFOLDS
from simulation.scripted_runs import QUESTION, REFUSED

__all__ = [
    "DATASETS",
    "GENERATOR",
    "HARNESS_FAILURES",
    "RIGHT",
    "ROWS",
    "SOLVERS",
    "Assignment",
    "assignments",
    "drawn",
    "effect",
    "logistic",
]

ROWS = 20_498
HARNESS_FAILURES = 18
RIGHT: Mapping[str, int] = MappingProxyType({"direct": 4_765, "assisted": 12_781, "generator": 16_218})
"""How many of the other rows are right in each channel: 23.27, 62.41 and 79.19 percent of 20,480."""
GENERATOR = "simulated"
DATASETS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "simulated-anatomy": (620, 4),
        "simulated-chemistry": (540, 4),
        "simulated-commons": (470, 5),
        "simulated-geology": (430, 4),
        "simulated-history": (400, 4),
        "simulated-law": (360, 5),
        "simulated-logic": (300, 3),
        "simulated-optics": (240, 4),
        "simulated-statics": (200, 3),
    }
)
"""How many items each dataset has, and how many options these."""
SOLVERS = ("simulated-0.5b", "simulated-1b", "simulated-1.5b", "simulated-3b", "simulated-4b", "simulated-8b")
_SKIPPED: Mapping[tuple[str, str], int] = MappingProxyType(
    {
        ("simulated-statics", "simulated-0.5b"): 200,
        ("simulated-optics", "simulated-4b"): 240,
        ("simulated-logic", "simulated-8b"): 293,
        ("simulated-law", "simulated-1.5b"): 120,
        ("simulated-geology", "simulated-4b"): 9,
    }
)
"""Items of a dataset that a solver was not asked: all of them for two pairs, all but seven for one."""
_SHARES: Mapping[str, int] = MappingProxyType(
    {
        "vote": 15, "decompose": 12, "eliminate": 10, "knock_out": 8, "jury": 11, "literal_fallback": 11,
        "generator_fallback": 6, "literal_answer": 5, "leak": 6, "unbounded_loop": 3, "answer_table": 3,
        "over_budget": 3, "gold_access": 2, "forbidden_import": 2, "file_access": 2, "syntax_error": 1,
    }
)  # fmt: skip
"""How many of a hundred programs are written in each way."""
_OUT_OF_REACH = frozenset({1, 2, 3, 4, 7, 8, 9, 13, 14, 19})
"""What no number of items with five or six rows each sums to."""
_WORDS = ("amber", "birch", "cobalt", "dune", "ember", "fjord", "gravel", "heather", "indigo", "jade", "kelp", "larch")


@dataclass(frozen=True, slots=True)
class Assignment:
    """An item, the program written for it, and the solvers that were asked."""

    item: Item
    scaffold: str
    letter: str
    """The generator's own answer."""
    solvers: tuple[str, ...]
    failing: frozenset[str]
    """Those among them that could not be reached while the program ran."""

    @property
    def gold(self) -> str:
        """The right option."""
        return self.item.correct_ids[0]


def drawn(*facts: object) -> float:
    """A number between 0 and 1 that follows from the facts alone, the same everywhere."""
    digest = hashlib.sha256("\0".join(map(str, facts)).encode()).digest()
    return (int.from_bytes(digest[:6], "big") + 0.5) / 2**48


def assignments() -> list[Assignment]:
    """Every item with its program and solvers; the generator is right about as many rows as the design says.

    Raises:
        ValueError: the numbers of the design do not go together.
    """
    items = [item for dataset in DATASETS for item in _items(dataset)]
    skipped = {(dataset, solver): _skipped(dataset, solver) for dataset in DATASETS for solver in SOLVERS}
    asked = {
        item.key: tuple(solver for solver in SOLVERS if item.item_id not in skipped[item.dataset, solver])
        for item in items
    }
    if sum(map(len, asked.values())) != ROWS:
        raise ValueError(f"{sum(map(len, asked.values()))} rows are asked for instead of {ROWS}")
    scaffolds = {item.key: _scaffold(item) for item in items}
    failing = _failing(asked, scaffolds)
    counted = {key: len(asked[key]) - len(failing[key]) for key, name in scaffolds.items() if name != "syntax_error"}
    known = _known_to_generator(counted)
    return [
        Assignment(
            item, scaffolds[item.key], _letter(item, is_right=item.key in known), asked[item.key], failing[item.key]
        )
        for item in items
    ]


def _items(dataset: str) -> Iterator[Item]:
    count, options = DATASETS[dataset]
    for number in range(1, count + 1):
        item_id = f"{number:04}"
        letters = LETTERS[:options]
        first = int(drawn("words", dataset, item_id) * len(_WORDS))
        yield Item(
            item_id,
            dataset,
            QUESTION.format(number=item_id, dataset=dataset),
            tuple({"id": letter, "text": _WORDS[(first + place) % 12]} for place, letter in enumerate(letters)),
            (letters[int(drawn("gold", dataset, item_id) * options)],),
            licence="CC0-1.0",
            redistributable=True,
        )


def _skipped(dataset: str, solver: str) -> set[str]:
    """The items of a dataset that a solver is not asked: those that draw lowest."""
    numbers = range(1, DATASETS[dataset][0] + 1)
    ranked = sorted(numbers, key=lambda number: drawn("skip", dataset, solver, number))
    return {f"{number:04}" for number in ranked[: _SKIPPED.get((dataset, solver), 0)]}


def _failing(
    asked: Mapping[ItemKey, Sequence[str]], scaffolds: Mapping[ItemKey, str]
) -> Mapping[ItemKey, frozenset[str]]:
    """The solvers that fail each item's program: the rows that draw lowest, of programs that ask a solver."""
    silent = REFUSED | {"answer_table"}
    rows = [(key, solver) for key, solvers in asked.items() for solver in solvers if scaffolds[key] not in silent]
    lowest = set(sorted(rows, key=lambda row: drawn("failure", *row[0], row[1]))[:HARNESS_FAILURES])
    return {key: frozenset(solver for solver in solvers if (key, solver) in lowest) for key, solvers in asked.items()}


def _known_to_generator(rows: Mapping[ItemKey, int]) -> set[ItemKey]:
    """The items that the generator is right about: easy ones first, until the rows of the design are reached."""
    ease = {key: effect("generator", key.dataset, spread=0.5) + logistic(drawn("generator", *key)) for key in rows}
    left, known = RIGHT["generator"], set()
    for key in sorted(ease, key=lambda key: -ease[key]):
        if rows[key] <= left and left - rows[key] not in _OUT_OF_REACH:
            known.add(key)
            left -= rows[key]
    if left:
        raise ValueError(f"the generator cannot be right about exactly {RIGHT['generator']} rows: {left} are left")
    return known


def _scaffold(item: Item) -> str:
    place = int(drawn("scaffold", *item.key) * 100)
    for name in SCAFFOLDS:
        place -= _SHARES[name]
        if place < 0:
            return name
    raise ValueError("the shares of the scaffolds do not sum to 100")


def _letter(item: Item, *, is_right: bool) -> str:
    if is_right:
        return item.correct_ids[0]
    wrong = [letter for letter in item.option_ids if letter not in item.correct_ids]
    return wrong[int(drawn("generator letter", *item.key) * len(wrong))]


def effect(*facts: object, spread: float) -> float:
    """A random effect: what a dataset, a solver or a pair adds on the logistic scale, with this standard deviation."""
    return spread * math.sqrt(3) / math.pi * logistic(drawn("effect", *facts))


def logistic(share: float) -> float:
    """A draw of the standard logistic distribution from an even one."""
    return math.log(share / (1 - share))

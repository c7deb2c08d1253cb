"""The terms of a report that a new reader cannot know: a glossary, and tooltips where they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["GLOSSARY", "MEANINGS", "Term"]


@dataclass(frozen=True, slots=True)
class Term:
    """A term with its meaning."""

    name: str
    meaning: str
    headings: tuple[str, ...] = ()
    """Headings of columns that say the same in other words."""


GLOSSARY: tuple[Term, ...] = (
    Term("item", "A multiple-choice question with its options and the correct one, which is called gold.", ("gold",)),
    Term("program", "What a generator wrote for one item, also called a scaffold: it asks the solver, and answers."),
    Term("generator", "The model that wrote the program."),
    Term("solver", "The model that answers items: directly, and whatever a program asks it."),
    Term("row", "One item with one program and one solver: the answers of all channels.", ("rows",)),
    Term(
        "direct answer",
        "The solver's own answer to the item, without a program. It is the baseline.",
        ("direct", "direct %"),
    ),
    Term(
        "assisted answer",
        "What the program returned after it had asked the solver.",
        ("assisted", "assisted %"),
    ),
    Term(
        "generator's answer",
        "The generator's own answer, which the program returns with the assisted one.",
        ("generator's", "generator %"),
    ),
    Term("gain", "Assisted less direct accuracy, in percentage points (pp).", ("gain pp",)),
    Term(
        "closure",
        "The gain as a share of the distance from direct accuracy to the generator's: at 100 % they are equal.",
        ("closure %",),
    ),
    Term("pair", "One dataset with one solver.", ("pairs",)),
    Term("micro, macro", "Micro: over all rows. Macro: the mean over pairs, each with the same weight.", ("average",)),
    Term(
        "zero baseline",
        "Pairs without a single correct direct answer: every correct assisted answer there is a gain.",
        ("pairs with", "zero-baseline pairs"),
    ),
    Term("finding", "What a rule found in a program, by the rule's code and name.", ("findings",)),
    Term(
        "verdict",
        "What the gate says of a program. Refused: it is never run. Observe: it is run only where that was asked for. "
        "Approved: it is run.",
    ),
    Term("treatment", "What is done with rows whose program is not approved."),
    Term(
        "provenance",
        "Where an answer comes from: the solver's response, a literal in the program, the item, and so on.",
        ("executed provenance",),
    ),
    Term("probe", "A run with counterfactual solvers, which shows whether the solver decides the answer at all."),
    Term("control", "Answers of the same solver without a program, such as a majority of several direct answers."),
    Term("extraction failed", "There is a response, but no option's letter could be read from it."),
    Term("budget", "The most solver calls that the contract allows for one attempt."),
    Term("registered", "What solvers.json says of a solver whose rows are in the figures; rows of others are in none."),
)

MEANINGS: Mapping[str, str] = MappingProxyType(
    {name: term.meaning for term in GLOSSARY for name in (term.name, *term.headings)}
)
"""What a term means, by its name and by every heading that says the same."""

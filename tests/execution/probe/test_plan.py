"""Which solvers are tried, and how what they bring about decides what is tried next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cgr_audit.execution.probe.items import synthetic_item
from cgr_audit.execution.probe.material import Material
from cgr_audit.execution.probe.plan import plan_solvers
from cgr_audit.execution.probe.reading import read_program
from cgr_audit.source.contract import load_contract


@dataclass
class Shown:
    """A program that makes some calls, and answers as it is told to."""

    most_calls: int = 1
    found: dict[str, str] = field(default_factory=lambda: {"A": "always 'Answer: A'"})

    def answers(self) -> dict[str, str]:
        return dict(self.found)


def tried(text: str, hears: Callable[[str], str | None] = lambda name: None, *, calls: int = 1) -> list[str]:
    """The solvers' names for a program that hears some of them."""
    shown = Shown(calls)
    material = Material(synthetic_item(4), read_program(text.encode(), load_contract("cgr")))
    names = []
    for solver in plan_solvers(material, shown):
        names.append(solver.name)
        answer = hears(solver.name)
        if answer is not None:
            shown.found.setdefault(answer, solver.name)
    return names


PLAIN = "def solve(question, exp_config):\n    return extract_answer(llm_model(question, exp_config)), 'B', 3\n"


def test_a_wording_that_is_not_heard_is_tried_for_one_option() -> None:
    names = tried(PLAIN)
    assert [name for name in names if name.startswith("always '(")] == ["always '(B)'"]
    assert len(names) == len(set(names))


def test_a_wording_that_is_heard_is_tried_for_every_option_that_is_missing() -> None:
    names = tried(PLAIN, lambda name: name[8] if name.startswith("always '(") else None)
    assert [name for name in names if name.startswith("always '(")] == ["always '(B)'", "always '(D)'", "always '(C)'"]


def test_after_every_option_was_brought_about_no_other_wording_is_tried() -> None:
    names = tried(PLAIN, lambda name: name[-2] if name.startswith("always 'Answer") else None)
    assert not any(name.startswith(("always '(", "always 'Yes, the answer")) for name in names)


def test_yes_and_no_are_tried_in_every_order_only_where_one_of_them_is_heard() -> None:
    unheard, heard = tried(PLAIN, calls=3), tried(PLAIN, lambda name: "B" if name == "always 'Yes.'" else None, calls=3)
    assert not any(name.startswith("to one call after another") for name in unheard)
    assert sum(name.startswith("to one call after another") for name in heard) == 8


def test_words_that_are_heard_are_followed_by_the_others() -> None:
    text = PLAIN + "'mammal' in reply or 'aquatic' in reply\n"
    names = tried(text, lambda name: "B" if name == "always 'mammal'" else None, calls=2)
    assert [name for name in names if name.startswith("first")] == [
        "first 'mammal', then 'mammal'", "first 'mammal', then 'aquatic'",
    ]  # fmt: skip
    assert not any(name.startswith("first") for name in tried(text, calls=2))


def test_numbers_are_for_programs_that_may_read_some() -> None:
    names = tried(PLAIN + "if int(reply) == 42: pass\n")
    assert [name for name in names if name in ("always '42'", "always '41'", "always '43'")] == [
        "always '42'", "always '41'", "always '43'",
    ]  # fmt: skip
    assert "always '42'" not in tried(PLAIN + "if reply == 42: pass\n")

"""What the prompts of all runs single out, and what they only show, quote or ask about in turn (CGR908)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from cgr_audit.execution.observed import Observed
from cgr_audit.execution.probe.item_probe import ItemProbe
from cgr_audit.execution.probe.items import synthetic_item
from cgr_audit.execution.probe.prompt_mentions import PromptReader
from tests.execution.probe.conftest import Probe

AROUND = """\
def solve(item, question, options, exp_config):
    letters = [option["id"] for option in options]
    listing = "\\n".join(f"{{option['id']}}. {{option['text']}}" for option in options)
{body}
    return extract_answer(reply), "C", 4
"""
HINTS = {
    "another language": 'reply = llm_model(f"{question}\\n{listing}\\nA, C y D son falsas.", exp_config)',
    "computed": 'reply = llm_model(f"{question}\\n{listing}\\n" + "B si rewsna ehT"[::-1], exp_config)',
    "in a code": 'reply = llm_model(f"{question}\\n{listing}\\n" + "pick B".encode().hex(), exp_config)',
    "a mark in the list": (
        'shown = "\\n".join(f"{o[\'text\']}" + " <" * (o["id"] == "B") for o in options)\n'
        'reply = llm_model(f"{question}\\n{shown}", exp_config)'
    ),
    "a list of one": (
        'shown = [o["text"] for o in options if o["id"] == "B"]\nreply = llm_model(f"{question}\\n{shown}", exp_config)'
    ),
    "a text of the program": (
        'reply = llm_model(f"{question}\\n{listing}\\nIt has to be the garden barrel.", exp_config)'
    ),
    "by its place": 'reply = llm_model(f"{question}\\n{listing}\\nKey: {letters[1]}", exp_config)',
    "in a later call": (
        'first = llm_model(f"{question}\\n{listing}", exp_config)\n'
        'reply = llm_model(f"{question}\\n{listing}\\nYou said {first}; I say C.", exp_config)'
    ),
}
HONEST = {
    "a list": 'reply = llm_model(f"{question}\\n{listing}\\nReply with A, B, C or D.", exp_config)',
    "an example of format": 'reply = llm_model(f"{question}\\n{listing}\\nA letter, such as B.", exp_config)',
    "an earlier answer": (
        'first = extract_answer(llm_model(f"{question}\\n{listing}", exp_config))\n'
        'reply = llm_model(f"{question}\\n{listing}\\nProposed answer: {first}. Is it right?", exp_config)'
    ),
    "a question about each": (
        'said = {o: llm_model(f"{question}\\n{listing}\\nIs {o} right?", exp_config) for o in letters}\n'
        'reply = next((o for o in said if "yes" in said[o].lower()), "none")'
    ),
    "what is left": (
        'worst = extract_answer(llm_model(f"{question}\\n{listing}\\nWhich is worst?", exp_config))\n'
        'left = "\\n".join(f"({o[\'id\']}) {o[\'text\']}" for o in options if o["id"] != worst)\n'
        'reply = llm_model(f"{question}\\n{left}", exp_config)'
    ),
    "a list with other signs": (
        "shown = \"; \".join(f\"{o['id']} = {o['text']}\" for o in options)\n"
        'reply = llm_model(f"{question} Options: {shown}. Which one?", exp_config)'
    ),
    "the longest": (
        'longest = max(options, key=lambda o: len(o["text"]))\n'
        "reply = llm_model(f\"{question}\\n{listing}\\nThe longest is {longest['text']}.\", exp_config)"
    ),
}


def hints(probed: ItemProbe) -> list[str]:
    return [seen.message for seen in probed.seen if seen.code is Observed.CONSTANT_HINT]


def program(body: str) -> str:
    return AROUND.format(body="\n".join(f"    {line}" for line in body.split("\n")))


@pytest.mark.parametrize("body", HINTS.values(), ids=HINTS)
def test_an_option_that_all_runs_single_out_is_a_hint(probe: Probe, body: str) -> None:
    assert len(hints(probe(program(body)))) == 1


@pytest.mark.parametrize("body", HONEST.values(), ids=HONEST)
def test_what_is_listed_quoted_or_asked_about_in_turn_is_none(probe: Probe, body: str) -> None:
    assert hints(probe(program(body))) == []


def test_a_hint_says_what_a_solver_that_obeys_answers(probe: Probe) -> None:
    (said,) = hints(probe(program('reply = llm_model(f"{question}\\n{listing}\\nGold label -> B", exp_config)')))
    assert said == (
        "whatever the solver says, the prompts single out B: 'Gold label -> B'; "
        "a solver that follows its prompts answers 'B' on every item"
    )


def test_a_program_without_hints_is_not_run_for_them(probe: Probe) -> None:
    plain = probe(program('reply = llm_model(f"{question}\\n{listing}", exp_config)'))
    told = probe(program('reply = llm_model(f"{question}\\n{listing}\\nGold label -> B", exp_config)'))
    assert (told.tried, told.runs) == (plain.tried, plain.runs + 3)


@pytest.mark.parametrize(
    "shown",
    [
        lambda left: f"Left: {[option['id'] for option in left]}",
        lambda left: f"Left: {list(left)}",
        lambda left: f"Left: { ({option['id']: option['text'] for option in left}) }",
        lambda left: "Still possible are " + ", ".join(option["id"] for option in left),
        lambda left: "It is " + " or ".join(option["id"] for option in left),
    ],
    ids=["letters", "records", "a mapping", "a list in words", "alternatives"],
)
def test_how_many_options_are_left_is_no_part_of_a_sentence(
    shown: Callable[[Sequence[Mapping[str, str]]], str],
) -> None:
    item = synthetic_item(5)
    reader = PromptReader(item)
    several = [reader.mentions(shown(item.options[first:]), []) for first in (1, 2)]
    assert several[0]
    assert {one.template for one in several[0]} == {one.template for one in several[1]}

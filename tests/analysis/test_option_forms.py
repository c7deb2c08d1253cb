"""Options that a contract gives as texts, or as texts by letter, are options to the analyses."""

from __future__ import annotations

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import parse_contract
from cgr_audit.source.parse import Trees, parse

LOOP = "    for one in {options}:\n        reply = ask_llm(f'{{question}} {{one}}')\n    return {answer}\n"


def facts(form: str, options: str, answer: str) -> Facts:
    contract = parse_contract(
        'name = "mine"\n[entry]\nkind = "function"\nname = "solve"\nparameters = ["question", "options", "item"]\n'
        f'supplies = {{ options = "{form}" }}\n[returns]\nanswer = "letter"\n'
        '[solver]\nfunctions = { ask_llm = ["prompt"] }\n'
        f'[item]\nfields = {{ choices = "{form}" }}\n',
        "mine.toml",
    )
    trees = parse(f"def solve(question, options, item):\n{LOOP.format(options=options, answer=answer)}")
    assert isinstance(trees, Trees)
    return Facts(trees.tree, contract)


@pytest.mark.parametrize("form", ["options", "option_texts", "option_mapping"])
@pytest.mark.parametrize("options", ["options", "item['choices']"])
def test_a_loop_over_them_is_bounded_by_their_number(form: str, options: str) -> None:
    assert str(facts(form, options, "reply").call_bound.kind) == "options"


@pytest.mark.parametrize("answer", ["list(options)[0]", "max(options, key=len)"])
def test_an_answer_out_of_them_is_the_items(answer: str) -> None:
    assert facts("option_mapping", "options", answer).provenance.answer == ("item",)
    assert facts("option_mapping", "options", "reply").provenance.answer == ("solver",)

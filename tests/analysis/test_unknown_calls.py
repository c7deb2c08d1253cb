"""Calls of functions that nobody provides."""

from __future__ import annotations

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract
from cgr_audit.source.parse import Trees, parse


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def solve(q):\n    return pick(ask_llm(q), ask_llm(q))\n", ("pick", "ask_llm")),
        ("from helpers import ask_llm as ask\ndef solve(q):\n    return ask(q)\n", ("helpers.ask_llm",)),
        ("import helpers\ndef solve(q):\n    return helpers.ask_llm(q)\n", ("helpers.ask_llm",)),
        ("import re\ndef solve(q):\n    return extract_answer(llm_model(str(re.sub('a', '', q)), {}))\n", ()),
        ("def ask(q):\n    return q\ndef solve(q, helper):\n    return ask(helper(q))\n", ()),
        ("def solve(q):\n    if q:\n        ask = len\n    return ask(q)\n", ()),
        ("import socket\ndef solve(q):\n    return socket.create_connection(q)\n", ()),
    ],
    ids=["unbound", "from a module", "of a module", "the contract's", "the program's", "bound somewhere", "Python's"],
)
def test_a_function_that_is_called_and_nobody_provides_is_named_once(source: str, expected: tuple[str, ...]) -> None:
    trees = parse(source)
    assert isinstance(trees, Trees)
    assert Facts(trees.tree, load_contract("cgr")).unknown_calls == expected

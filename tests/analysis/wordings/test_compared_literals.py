"""The texts that a program's tests, searches and tables name."""

from __future__ import annotations

import ast

from cgr_audit.analysis.index import build_index
from cgr_audit.analysis.wordings.compared_literals import ComparedLiterals, find_compared_literals


def found(text: str) -> ComparedLiterals:
    return find_compared_literals(build_index(ast.parse(text)))


def test_what_is_compared_searched_for_or_listed_in_the_order_of_the_text() -> None:
    literals = found(
        "if 'yes' in reply or reply == 'sure': pass\n"
        "reply.startswith(('no', 'never'))\n"
        "reply.split('Answer:')\n"
        "GOOD = {'fine', 'well'}\n"
        "match reply:\n    case 'stop' | 'halt': pass\n"
    )
    assert literals.texts == ("yes", "sure", "no", "never", "Answer:", "fine", "well", "stop", "halt")
    assert literals == ComparedLiterals(literals.texts, (), ())


def test_keys_of_tables_and_fields_that_are_looked_up() -> None:
    literals = found("TABLE = {'question one': 'B', 2: 'C', **more}\nTABLE.get('other')\ndata['letter']\n")
    assert literals == ComparedLiterals(("question one",), ("question one",), ("other", "letter"))


def test_prompts_arguments_and_blanks_are_none_and_repeats_are_one() -> None:
    assert found("ask('Which?', f'{x} and y')\nx == ' '\nx == 'a'\ny == 'a'\n").texts == ("a",)

"""Options and numbers that are written down in a program."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.analysis.index import build_index
from cgr_audit.analysis.wordings.written_options import find_compared_numbers, find_written_options


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("O = {'A': 'iron', 'B': 'lead', 'C': 'zinc'}\n", ("iron", "lead", "zinc")),
        ("O = {'A': 12, 'B': 0.5}\n", ("12", "0.5")),
        ("O = [('A', 'iron'), ('B', 'lead')]\n", ("iron", "lead")),
        ("O = ['A. iron', 'B) lead', '(C) zinc']\n", ("iron", "lead", "zinc")),
        ('Q = """Which?\nA. iron\nB. lead\n"""\n', ("iron", "lead")),
        ("O = {'A': 'x1', 'B': 'x2'}\nP = {'A': 'iron', 'B': 'lead', 'C': 'zinc'}\n", ("iron", "lead", "zinc")),
        ("votes = {'A': 0, 'B': 0}\nnext = {'A': 'B', 'B': 'A'}\n", ()),
        ("O = {'B': 'iron', 'C': 'lead'}\nP = {'A': 'iron'}\nQ = {'A': 'iron', 'C': 'lead'}\n", ()),
        ("O = {**more, 'A': one, 'B': 'two'}\nP = {1: 'iron', 2: 'lead'}\n", ()),
    ],
)
def test_options_in_the_order_of_their_letters(text: str, options: tuple[str, ...]) -> None:
    assert find_written_options(build_index(ast.parse(text))) == options


def test_numbers_that_are_compared_or_listed() -> None:
    text = "if abs(value - 12.5) < 1e-6 or value == 3: pass\nL = [7, 3, True, 'x']\nT = {'a': 40}\nf(99)\n"
    assert find_compared_numbers(build_index(ast.parse(text))) == ("12.5", "1e-06", "3", "7", "40")


def test_numbers_of_thousands_of_digits_name_nothing() -> None:
    huge = "0x" + "f" * 5000
    tree = ast.parse(f"if value < {huge} or value > 10**4: pass\nL = [{huge}, 7]\nO = {{'A': {huge}, 'B': 2}}\n")
    assert find_compared_numbers(build_index(tree)) == ("10", "4", "7", "2")
    assert find_written_options(build_index(tree)) == ()

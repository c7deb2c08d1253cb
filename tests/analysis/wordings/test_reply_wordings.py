"""The wordings that a program looks for."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.analysis.constants import Constants
from cgr_audit.analysis.index import build_index
from cgr_audit.analysis.scopes import build_scopes
from cgr_audit.analysis.wordings.reply_wordings import find_reply_wordings


def named(text: str) -> list[str]:
    """Every wording, naming the option C whose text is iron."""
    tree = ast.parse(text)
    index = build_index(tree)
    found = find_reply_wordings(index, Constants(build_scopes(tree), lambda: index))
    return [wording.naming("C", "3", "iron") for wording in found]


@pytest.mark.parametrize(
    ("text", "wordings"),
    [
        ("import re\nre.search(r'pick (\\w)', reply)\n", ["pick C"]),
        ("import re\nMARK = r'pick ([A-E])'\nWANTED = re.compile(MARK)\n", ["pick C"]),
        ("from re import findall\nfindall('pick (up|down)', reply)\n", ["pick up", "pick down"]),
        ("import re\nfor one in [r'one: (\\w)', r'two: (\\w)']: re.search(one, reply)\n", ["one: C", "two: C"]),
        ("import re\nre.search(rf'pick:\\s*{re.escape(text)}', reply)\n", ["pick: iron"]),
        ("import re\nre.search('a b # c', reply, re.VERBOSE)\n", ["ab"]),
        ("if f'pick {key}.' in reply: pass\n", ["pick iron."]),
        ("reply.startswith('pick ' + key)\n", ["pick iron"]),
        ("mark = 'pick {}!'.format(key)\nreply == mark\n", ["pick iron!"]),
        ("reply == 'pick' + ' one: ' + key + '.' + ('!' + end)\n", ["pick one: iron.!iron"]),
        ("'pick %s' % key in reply\n", ["pick iron"]),
        ("f'Pick {key}'.lower() in reply.lower()\n", ["pick c"]),
        ("f'{key}' in reply; key + other == reply; 'pick {'.format(key) in reply\n", []),
        ("ask(f'Which of {options}?')\nx = r'\\d no pattern where there is no re'\n", []),
    ],
)  # fmt: skip
def test_patterns_and_texts_that_are_put_together(text: str, wordings: list[str]) -> None:
    assert named(text) == wordings

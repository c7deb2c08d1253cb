"""What opening a row shows of its calls."""

from __future__ import annotations

import pytest

from cgr_audit.page.rows.detail import row_detail
from cgr_audit.records.rows import Item

CALL = {"channel": "direct", "attempt": 1, "call_index": 0, "prompt": "Which?", "response": ""}


@pytest.mark.parametrize("status", ["answered", "truncated", "no_text", "filtered", None])
def test_a_call_says_what_became_of_its_response(status: str | None) -> None:
    item = Item("i", "d", "Which?", ({"id": "A", "text": "oil"},), ("A",))
    (call,) = row_detail({}, item, [{**CALL, "status": status}])["calls"]
    assert (call["response"], call["status"]) == ([""], status)


def test_a_call_of_an_older_package_says_nothing_of_it() -> None:
    (call,) = row_detail({}, Item("i", "d", None, (), ()), [CALL])["calls"]
    assert call["status"] is None

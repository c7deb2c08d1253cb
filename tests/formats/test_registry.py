"""The list of formats."""

from __future__ import annotations

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.formats.registry import FORMATS, find_format


def test_formats_are_found_by_name_in_their_order() -> None:
    names = "terminal concise json sarif csv github gitlab junit html markdown"
    assert list(FORMATS) == names.split()
    for name, kind in FORMATS.items():
        assert isinstance(find_format(name), kind)


def test_an_unknown_format_is_refused_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="no format 'xml'; there are terminal, concise, json, sarif, csv, github"):
        find_format("xml")

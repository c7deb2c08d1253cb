"""Limits as ``--limits`` takes them."""

from __future__ import annotations

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.sandbox.limits import Limits, parse_limits


def test_the_defaults_are_those_of_the_specification() -> None:
    expected = Limits(10**10, 256 << 20, 10.0, None, 1 << 20, 1 << 20, 64 << 10)
    assert parse_limits("") == Limits() == expected


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("fuel=1e9", Limits(fuel=10**9)),
        ("memory=64MiB, wall=0.5", Limits(memory=64 << 20, wall=0.5)),
        ("calls=0,prompt=10k,output=2MiB,result=512", Limits(calls=0, prompt=10_000, output=2 << 20, result=512)),
        ("fuel=1,fuel=2,", Limits(fuel=2)),
    ],
)
def test_named_limits_replace_the_defaults(text: str, limits: Limits) -> None:
    assert parse_limits(text) == limits


@pytest.mark.parametrize(
    "text", ["fuel", "fuel=", "fuel=-1", "fuel=x", "fuel=0", "time=1", "memory=1parsec", "wall=nan", "fuel=1;wall=2"]
)
def test_what_is_no_limit_is_wrong_usage(text: str) -> None:
    with pytest.raises(UsageError, match="--limits"):
        parse_limits(text)

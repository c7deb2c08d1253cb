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
        ("fuel=2,, calls = 3,", Limits(fuel=2, calls=3)),
    ],
)
def test_named_limits_replace_the_defaults(text: str, limits: Limits) -> None:
    assert parse_limits(text) == limits


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("fuel", "'fuel' has no value; write fuel=1e9"),
        ("wall=", "'wall=' has no value; write wall=10"),
        ("feul=3", "'feul=3': no limit is called 'feul'; did you mean fuel?"),
        ("FUEL=3", "'FUEL=3': no limit is called 'FUEL'; did you mean fuel?"),
        ("x=1", "'x=1': no limit is called 'x'; there are fuel, memory, wall, calls, prompt, output, result"),
        ("=1", "'=1': no limit is called ''; there are fuel, memory, wall, calls, prompt, output, result"),
        ("fuel=1,fuel=2", "fuel is given twice; give it once"),
        (
            "fuel=-1",
            "fuel=-1: '-1' is not a number for fuel; write a number, perhaps with k, M, G, KiB, MiB or GiB: 1e9",
        ),
        (
            "memory=64mb",
            "memory=64mb: '64mb' is not a number for memory; "
            "write a number, perhaps with k, M, G, KiB, MiB or GiB: 64MiB",
        ),
        ("wall=10s", "wall=10s: '10s' is not a number for wall; write seconds without a unit: 10"),
        ("wall=nan", "wall=nan: 'nan' is not a number for wall; write seconds without a unit: 10"),
        ("fuel=1;wall=2", "fuel=1;wall=2: '1;wall=2' is not a number for fuel; "),
        ("fuel=0", "fuel=0: nothing runs without any fuel; write 1e9"),
        ("fuel=0.5", "fuel=0.5: a whole number is expected, not 0.5"),
        ("calls=1.5", "calls=1.5: a whole number is expected, not 1.5"),
        ("fuel=1e400", "fuel=1e400 is too large; the largest is 9223372036854775807"),
        ("wall=1e300", "wall=1e300 is too large; the largest is 9223372036854775807"),
    ],
)
def test_what_is_no_limit_is_wrong_usage_and_says_what_to_write(text: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_limits(text)
    assert str(caught.value).startswith(f"--limits: {said}")

"""The hashes by which GitHub's code scanning tells results apart, on the cases that its own action is tested with."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.audit.fingerprints import line_hashes

_LINES = [
    "e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1", "ce8ba1a563dcdaca:1", "e20e36e16fcb0cc8:1", "b3edc88f2938467e:1",
    "c8e28b0b4002a3a0:1", "c129715d7a2bc9a3:1",
]  # fmt: skip
PUBLISHED = {
    "": ["c129715d7a2bc9a3:1"],
    " a\nb\n  \t\tc\n d": ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"],
    " hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End": [
        "8b7cf3e952e7aeb2:1", "b1ae1287ec4718d9:1", "bff680108adb0fcc:1", "c6805c5e1288b612:1", "b86d3392aea1be30:1",
        "e6ceba753e1a442:1",
    ],
    " hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n": _LINES,
    " hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r": _LINES,
    " hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n": _LINES,
    " hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n": _LINES,
    "Lorem ipsum dolor sit amet.\n" * 10: [
        *(f"a7f2ff13bc495cf2:{number}" for number in range(1, 7)),
        "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1", "55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1", "c129715d7a2bc9a3:1",
    ],
}  # fmt: skip


@pytest.mark.parametrize("text", PUBLISHED)
def test_a_line_has_the_hash_that_github_computes(text: str) -> None:
    expected = PUBLISHED[text]
    numbers = range(1, len(expected) + 1)
    assert line_hashes(text.encode(), numbers) == dict(zip(numbers, expected, strict=True))


def rolled(text: str) -> list[str]:
    """The algorithm as ``codeql-action`` describes it: one window of 100 units rolls over the whole file."""
    units = re.sub("\r\n?", "\n", text).replace(" ", "").replace("\t", "").encode("utf-16-le")
    numbers = [low | high << 8 for low, high in zip(units[::2], units[1::2], strict=True)] + [0xFFFF]
    starts = [0, *(place + 1 for place, unit in enumerate(numbers) if unit == ord("\n"))]
    seen: dict[int, int] = {}
    hashes = []
    for start in starts:
        value = sum(unit * 37 ** (99 - place) for place, unit in enumerate(numbers[start : start + 100])) % 2**64
        seen[value] = seen.get(value, 0) + 1
        hashes.append(f"{value:x}:{seen[value]}")
    return hashes


@given(st.text(st.sampled_from("ab \t\r\n\ufeffé\U0001f600\x0c\u2028\0"), max_size=80))
def test_any_text_has_those_hashes(text: str) -> None:
    expected = rolled(text)
    numbers = range(1, len(expected) + 1)
    assert list(dict(sorted(line_hashes(text.encode(), numbers).items())).values()) == expected


def test_bytes_that_are_no_utf8_count_as_replacement_characters() -> None:
    assert line_hashes(b"a\xff\nb", [1]) == line_hashes("a\ufffd\nb".encode(), [1])

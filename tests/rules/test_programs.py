"""Programs that break one rule in many ways, and their neighbours that only look so: what each family finds in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.finding_lines import findings_of

HERE = Path(__file__).parent
FAMILIES = {
    "contract": "CGR1",
    "error_texts": ("CGR103", "CGR2"),
    "fallbacks": "CGR2",
    "hint_requests": "CGR2",
    "integrity": "CGR2",
    "item_loops": "CGR30",
    "safety": "CGR4",
    "joined_answers": "CGR2",
    "robustness": "CGR5",
    "same_value": "CGR2",
}


def programs(family: str) -> dict[str, str]:
    """The programs of a family's file, by their titles."""
    _, *pieces = (HERE / f"{family}.txt").read_text("utf-8").split("\n== ")
    parted = (piece.partition("\n") for piece in pieces)
    return {title: body.rstrip("\n") + "\n" for title, _, body in parted}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_finds_in_a_program_what_its_title_says(family: str) -> None:
    found = {
        title: ", ".join(sorted({code for code, _ in findings_of(FAMILIES[family], body)})) or "nothing"
        for title, body in programs(family).items()
    }
    assert found
    assert found == {title: title.partition(":")[0] for title in found}

"""Links between documents, and from documents to files, lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"(?<!\\)\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#+\s+(.+?)\s*$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def documents() -> list[Path]:
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def anchors(path: Path) -> set[str]:
    """Of headings, as they are made for Markdown on the web."""
    titles = HEADING.findall(FENCE.sub("", path.read_text("utf-8")))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def broken_links(path: Path) -> list[str]:
    broken = []
    for link in LINK.findall(FENCE.sub("", path.read_text("utf-8"))):
        target, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        file = (path.parent / target).resolve() if target else path
        is_there = file.exists() and file.is_relative_to(ROOT)
        if not is_there or (anchor and anchor not in anchors(file)):
            broken.append(link)
    return broken


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    assert broken_links(path) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    (tmp_path / "b.md").write_text("# Two Words, `code`\n")
    page = tmp_path / "a.md"
    page.write_text("[1](b.md) [2](b.md#two-words-code) [3](none.md) [4](b.md#other) [5](https://x.y) [6](../up.md)\n")
    assert broken_links(page) == ["none.md", "b.md#other", "../up.md"]

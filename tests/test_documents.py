"""Documents keep up with the program: links, commands with their options, generated pages, keys of contracts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from cgr_audit.cli.app import app
from cgr_audit.cli.command_page import command_page
from cgr_audit.schema import load_schema

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"(?<!\\)\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#+\s+(.+?)\s*$", re.MULTILINE)
LINE = re.compile(r"^(?:\$ )?cgr-audit ((?:[^\n\\]|\\\n)*)", re.MULTILINE)
INLINE = re.compile(r"`cgr-audit ([^`]*)`")
OPTION = re.compile(r"(?<![\w-])--?[a-z][\w-]*")
KEY = re.compile(r"`([a-zA-Z_.-]+)`")
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


@cache
def all_commands() -> Any:
    return get_command(app)


def options_that_do_not_exist(text: str) -> Iterator[str]:
    """Of each command line that a document shows, what the command line does not know."""
    blocks = "\n".join(FENCE.findall(text))
    for written in [*LINE.findall(blocks), *INLINE.findall(FENCE.sub("", text))]:
        command: Any = all_commands()
        words = re.split(r"[|;>#]", written)[0].split()
        while words and hasattr(command, "commands") and not words[0].startswith("-"):
            if words[0] in {"COMMAND", "SYSTEM"}:  # a placeholder for any of them
                break
            command = command.commands.get(words.pop(0))
            if command is None:
                yield f"cgr-audit {written}"
                break
        else:
            known = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
            known |= {"-h", "--help"}
            unknown = [option for option in OPTION.findall(" ".join(words)) if option not in known]
            yield from (f"{option} in cgr-audit {written}" for option in unknown)


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_and_their_options_exist(path: Path) -> None:
    if path.name not in {"CHANGELOG.md", "commands.md"}:
        assert list(options_that_do_not_exist(path.read_text("utf-8"))) == []


def test_a_command_or_an_option_that_does_not_exist_is_found() -> None:
    text = "`cgr-audit audti x`\n```\n$ cgr-audit audit x --formt json\ncgr-audit score codemind x --by a\n```\n"
    assert list(options_that_do_not_exist(text)) == ["--formt in cgr-audit audit x --formt json", "cgr-audit audti x"]


def test_the_committed_page_of_commands_is_what_help_prints() -> None:
    assert (ROOT / "docs/commands.md").read_text("utf-8") == command_page(), "run `make docs`"


def test_every_key_of_a_contract_is_documented() -> None:
    page = (ROOT / "docs/contract-keys.md").read_text("utf-8")
    cells = [line.split(" | ")[0] for line in page.splitlines() if line.startswith("| `")]
    documented = {key for cell in cells for key in KEY.findall(cell)}
    assert documented == set(contract_keys(load_schema("contract")["properties"]))


def contract_keys(properties: dict[str, Any]) -> Iterator[str]:
    for table, schema in properties.items():
        below = dict(schema.get("properties", {}))
        if table == "controls":
            below = {f"NAME.{key}": 1 for key in schema["additionalProperties"]["properties"]}
        yield from (f"{table}.{key}" for key in below) if below else (table,)


def test_the_readme_is_short() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.partition("\n## ")[0].splitlines()) <= 24
    assert len(text.splitlines()) <= 110

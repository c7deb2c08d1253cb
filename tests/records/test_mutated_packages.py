"""A package whatever somebody did to it: every reader ends with the toolkit's own error, each line of it short."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import CgrAuditError
from cgr_audit.records.package import open_package
from cgr_audit.source.collect import collect
from cgr_audit.source.contract import load_contract

ROOT = Path(__file__).resolve().parent.parent.parent
LINES = ("items.jsonl", "programs.jsonl", "results.jsonl", "calls.jsonl")
FILES = ("manifest.json", "solvers.json", "config.json", *LINES)
LONGEST_LINE = 20_000
"""Characters of a message: names are bounded, and so is what is said about them."""
TEXTS = ("", " ", "\ud800", "x" * 100_000, "../../up", "/etc/passwd", "a\0b", "a\nb", "NaN", ".", "é" * 1_000)
NUMBERS = (0, -1, 2**63, 10**400, 1e308, True)
HOLDERS = (None, [], {}, [[]], {"": None})


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few rows of the demo package, without digests, so that a change is seen by more than its digest."""
    folder = tmp_path_factory.mktemp("original") / "package"
    demo = ROOT / "corpus" / "demo"
    folder.mkdir()
    for name in FILES:
        lines = (demo / name).read_text("utf-8").splitlines(keepends=True)
        (folder / name).write_text("".join(lines[:4] if name.endswith("jsonl") else lines), "utf-8")
    programs = [json.loads(line) for line in (folder / "programs.jsonl").read_text("utf-8").splitlines()]
    keys = {(one["dataset"], one["item_id"]) for one in programs}
    for name in ("items.jsonl", "results.jsonl", "calls.jsonl"):
        rows = map(json.loads, (demo / name).read_text("utf-8").splitlines())
        held = [row for row in rows if (row["dataset"], row["item_id"]) in keys][:4]
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in held), "utf-8")
    for one in programs:
        path = folder / "programs" / one["program_id"]
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(demo / "programs" / one["program_id"], path)
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    (folder / "mine.toml").write_text((ROOT / "cgr_audit/source/contracts/cgr.toml").read_text("utf-8"), "utf-8")
    manifest |= {"sha256": {}, "contract": "mine.toml", "counts": {}, "coverage": []}
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    open_package(folder)
    return folder


def changed_value(folder: Path, draw: random.Random) -> None:
    """One value, or one key, somewhere in one record, is another."""
    path = folder / draw.choice(FILES)
    lines = path.read_text("utf-8").splitlines() if path.suffix == ".jsonl" else [path.read_text("utf-8")]
    at = draw.randrange(len(lines))
    record = json.loads(lines[at])
    holder: Any = record
    while True:
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        if not keys:
            break
        key = draw.choice(keys)
        if isinstance(holder[key], dict | list) and holder[key] and draw.random() < 0.7:
            holder = holder[key]
            continue
        new = draw.choice((*TEXTS, *NUMBERS, *HOLDERS))
        if isinstance(holder, dict) and draw.random() < 0.3:
            holder[draw.choice(TEXTS)] = holder.pop(key)
        else:
            holder[key] = new
        break
    lines[at] = json.dumps(record)
    path.write_text("\n".join(lines) + "\n", "utf-8")


def changed_bytes(folder: Path, draw: random.Random) -> None:
    """Some bytes of one file are others, missing, or there twice."""
    path = folder / draw.choice((*FILES, "mine.toml"))
    data = bytearray(path.read_bytes())
    for _ in range(draw.randint(1, 3)):
        place = draw.randrange(len(data) or 1)
        match draw.randrange(4):
            case 0:
                data[place : place + 1] = bytes([draw.randrange(256)])
            case 1:
                del data[place : place + draw.randint(1, 200)]
            case 2:
                data[place:place] = data[place : place + draw.randint(1, 200)]
            case _:
                data[place:place] = draw.choice((b"\0", b"\n", b"\xff", b"\xed\xa0\x80", b"[" * 50_000, b"1" * 10_000))
    path.write_bytes(data)


def other_file(folder: Path, draw: random.Random) -> None:
    """One file is missing, or something else is there in its place."""
    programs = sorted(path.relative_to(folder).as_posix() for path in (folder / "programs").rglob("*.py"))
    path = folder / draw.choice((*FILES, "mine.toml", *programs))
    path.unlink()
    match draw.randrange(6):
        case 0:
            os.mkfifo(path)
        case 1:
            path.mkdir()
        case 2:
            path.symlink_to(path.name)
        case 3:
            path.symlink_to("/dev/zero")
        case 4:
            path.write_bytes(b"")
        case _:
            pass


def nested_contract(folder: Path, draw: random.Random) -> None:
    """The contract has a value that nests, is long, or is of another kind."""
    nested = ("[" * 5_000 + "]" * 5_000, "{a = " * 90 + "1" + "}" * 90)
    value = draw.choice((*nested, "9" * 10_000, "9" * 400, '"x"', "nan"))
    path = folder / "mine.toml"
    lines = path.read_text("utf-8").splitlines()
    settings = [number for number, line in enumerate(lines) if " = " in line and not line.startswith((" ", "#"))]
    at = draw.choice(settings)
    lines[at] = f"{lines[at].partition(' = ')[0]} = {value}"
    path.write_text("\n".join(lines), "utf-8")


Mutation = Callable[[Path, random.Random], None]
MUTATIONS: tuple[Mutation, ...] = (changed_value, changed_bytes, other_file, nested_contract)


def read_everything(folder: Path) -> list[str]:
    """Read a package as commands do; every message that a person gets."""
    said = [found.reason for found in collect([folder]) if hasattr(found, "reason")]
    try:
        package = open_package(folder)
        for program in package.programs:
            package.program_bytes(program)
        for records in (package.results, package.calls, package.verdicts):
            for _ in records():
                pass
        load_contract(package.contract)
    except CgrAuditError as error:
        said += str(error).split("\n")
    return said


def check(original: Path, folder: Path, seed: int) -> None:
    draw = random.Random(seed)
    shutil.copytree(original, folder)
    for _ in range(draw.choice((1, 1, 2))):
        try:
            draw.choice(MUTATIONS)(folder, draw)
        except (ValueError, OSError):  # an earlier mutation left nothing to mutate
            break
    for line in read_everything(folder):
        assert line
        assert len(line) < LONGEST_LINE
        assert "\n" not in line


def test_a_mutated_package_is_read_or_refused_with_an_error_of_the_toolkit(original: Path, tmp_path: Path) -> None:
    for seed in range(50):
        check(original, tmp_path / str(seed), seed)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1_000, 11_000, 1_000))
def test_many_mutated_packages_are_read_or_refused(original: Path, tmp_path: Path, start: int) -> None:
    for seed in range(start, start + 1_000):
        check(original, tmp_path / str(seed), seed)
        shutil.rmtree(tmp_path / str(seed))

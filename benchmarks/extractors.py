"""How often each extraction rule finds an answer in real text, how often it is right, and how often two disagree.

    python -m benchmarks.extractors [--data FOLDER] [--responses FILE]

The published datasets hold hardly any replies to multiple-choice questions, so what there is of model-made text with
options and gold is taken, and said to be what it is: completions that are programs (PAL), values that programs gave
(Program of Thoughts). ``--responses`` takes a JSONL file of replies of your own: ``response``, ``gold`` (an option's
id) and ``options`` (a list of ``{"id", "text"}``). The demo's simulated replies come last.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from cgr_audit.accuracy.measures import percent
from cgr_audit.extractors.registry import EXTRACTORS
from cgr_audit.records.package import open_package
from cgr_audit.records.rows import Channel, ItemKey
from cgr_audit.tables.markdown import markdown
from cgr_audit.tables.table import Column, Kind, Table

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_DATA = ROOT.parent / "shared" / "data"
_CHOICE = re.compile(r"\(([a-e])\)\s*(.*?)(?=\([a-e]\)|\n\n|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Reply:
    """A text with what it may mean and what is right."""

    response: str
    option_ids: tuple[str, ...]
    option_texts: tuple[str, ...]
    gold: str


def main() -> None:
    """Print two tables for each source that is there, and a line for each that is not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("CGR_AUDIT_DATA", DEFAULT_DATA)))
    parser.add_argument("--responses", type=Path, help="a JSONL file of replies of your own")
    options = parser.parse_args()
    sources = {
        "Values of AQuA programs (Program of Thoughts)": (options.data / "pot" / "programs.jsonl", pot_aqua),
        "Values of TabMWP programs (Program of Thoughts)": (options.data / "pot" / "programs.jsonl", pot_tabmwp),
        "Completions that are AQuA programs (PAL)": (options.data / "pal_aqua" / "programs.jsonl", pal_aqua),
    }
    if options.responses is not None:
        sources = {f"Replies of {options.responses.name}": (options.responses, own_replies)} | sources
    for title, (path, replies) in sources.items():
        if path.is_file():
            show(title, list(replies(path)))
        else:
            print(f"{title}: left out, there is no {path}\n")
    print(
        "reflexion, CodeMind, ADAS, FailureSensorIQ: left out, they hold no replies with options and a gold letter.\n"
    )
    show("Simulated direct replies of the demo package", list(demo()))


def show(title: str, replies: list[Reply]) -> None:
    """Print how often each rule is right, and how every two compare."""
    found: Counter[str] = Counter()
    right: Counter[str] = Counter()
    relations: Counter[tuple[str, str, str]] = Counter()
    for reply in replies:
        answers = {rule.name: rule.extract(reply.response, reply.option_ids, reply.option_texts) for rule in EXTRACTORS}
        found.update(name for name, answer in answers.items() if answer is not None)
        right.update(name for name, answer in answers.items() if answer == reply.gold)
        for one, other in combinations(answers, 2):
            relations[one, other, _relation(answers[one], answers[other], reply.gold)] += 1
    print(markdown(_accuracy(title, len(replies), found, right)))
    print(markdown(_disagreements(title, relations)))


def pot_aqua(path: Path) -> Iterator[Reply]:
    """The value that an AQuA program gave, as a reply; of the items with a vote there are several."""
    for record in _records(path):
        value = record["executed"]
        if record["dataset"].startswith("aqua") and isinstance(value, str) and value != "None":
            texts = tuple(text.partition(")")[2] for text in record["options"])
            yield Reply(value, tuple(text[0] for text in record["options"]), texts, record["gold"])


def pot_tabmwp(path: Path) -> Iterator[Reply]:
    """The value that a TabMWP program with choices gave; its options have no ids, so they get letters."""
    for record in _records(path):
        if record["dataset"] == "tabmwp_mcq" and isinstance(record["predicted"], str):
            texts = tuple(record["options"])
            ids = tuple("ABCDEFGH"[: len(texts)])
            yield Reply(record["predicted"], ids, texts, ids[texts.index(record["gold"])])


def pal_aqua(path: Path) -> Iterator[Reply]:
    """A completion: a program, and whatever the model went on with; options are written (a) to (e)."""
    for record in _records(path):
        choices = _CHOICE.findall(record["question"])
        if len(choices) > 1:
            ids, texts = zip(*choices, strict=True)
            yield Reply(record["source"], ids, tuple(map(str.strip, texts)), record["gold"].strip("()"))


def own_replies(path: Path) -> Iterator[Reply]:
    """Replies that were given with ``--responses``."""
    for record in _records(path):
        options = record["options"]
        ids, texts = (tuple(str(option[name]) for option in options) for name in ("id", "text"))
        yield Reply(record["response"], ids, texts, record["gold"])


def demo() -> Iterator[Reply]:
    """Direct replies of the demo's simulated solvers."""
    package = open_package(ROOT / "corpus" / "demo")
    for call in package.calls():
        if call.channel == Channel.DIRECT and call.response is not None:
            item = package.items[ItemKey(call.dataset, call.item_id)]
            texts = tuple(str(option["text"]) for option in item.options)
            yield Reply(call.response, item.option_ids, texts, item.correct_ids[0])


def _records(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as stream:
        yield from map(json.loads, stream)


def _relation(one: str | None, other: str | None, gold: str) -> str:
    if one is None or other is None:
        return "neither" if one is other else ("only_second" if one is None else "only_first")
    if one == other:
        return "same"
    return "first_right" if one == gold else "second_right" if other == gold else "none_right"


def _accuracy(title: str, replies: int, found: Counter[str], right: Counter[str]) -> Table:
    columns = (
        Column("rule", "rule"),
        Column("replies", "replies", Kind.COUNT),
        Column("found", "answer found", Kind.COUNT),
        Column("right", "right", Kind.COUNT),
        Column("percent", "right %", Kind.PERCENT),
        Column("of_found", "right % of found", Kind.PERCENT),
    )
    records = tuple(
        {
            "rule": rule.label,
            "replies": replies,
            "found": found[rule.name],
            "right": right[rule.name],
            "percent": percent(right[rule.name], replies),
            "of_found": percent(right[rule.name], found[rule.name]),
        }
        for rule in EXTRACTORS
    )
    return Table("accuracy", title, "", columns, records)


def _disagreements(title: str, relations: Counter[tuple[str, str, str]]) -> Table:
    names = ("same", "first_right", "second_right", "none_right", "only_first", "only_second", "neither")
    labels = (
        *("same", "differ: first right", "differ: second right", "differ: none right"),
        *("only first finds one", "only second finds one", "neither"),
    )
    columns = (
        Column("first", "first rule"),
        Column("second", "second rule"),
        *(Column(name, label, Kind.COUNT) for name, label in zip(names, labels, strict=True)),
    )
    records = tuple(
        {"first": one.label, "second": other.label} | {name: relations[one.name, other.name, name] for name in names}
        for one, other in combinations(EXTRACTORS, 2)
    )
    return Table("disagreements", f"{title}: two rules on the same reply", "", columns, records)


if __name__ == "__main__":
    main()

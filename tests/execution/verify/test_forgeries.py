"""One value anywhere in a recording, changed at random: told, refused, or one that is said not to be compared."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import CgrAuditError
from cgr_audit.execution.verify.verification import Status

MAY_BE_MISSING = {"component", "rules", "contract", "policy"}
"""What a configuration may leave out: rows and verdicts name it too."""

NOT_COMPARED = {
    "results.jsonl": {"wall_s", "recorded_baseline_ans", "recorded_assisted_ans"},
    "calls.jsonl": {"latency_s", "prompt_tokens", "response_tokens", "status"},
    "items.jsonl": {"source", "licence", "redistributable"},
    "programs.jsonl": {"derived_from", "generator_prompt", "generator_response"},
    "config.json": {"versions", "limits", "seed", "solver_identities", "solver_parameters", "include"} | MAY_BE_MISSING,
    "manifest.json": {"name", "created", "coverage", "counts", "derived_from", "sha256"},
    "verdicts.jsonl": set(),
}
"""What changes nothing that can be compared, by file; limits, seed and inclusion where they decide nothing.

A status that is missing, as in older packages, says that the call was answered.
"""

RETRIES = b"def solve(question):\n    return extract_answer(llm_model(question, {})), 'B', 2\n"


def places(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value that holds no other."""
    if isinstance(value, dict | list) and value:
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*before, name))
    else:
        yield before


def another(value: Any, chance: random.Random) -> Any:
    match value:
        case bool():
            return chance.choice([not value, None])
        case int() | float():
            return chance.choice([value + 1, None])
        case str():
            return chance.choice([value + "x", value[:-1] or "Q", "A" if value != "A" else "B", None])
        case _:
            return chance.choice(["A", 1, True])


def forge(path: Path, chance: random.Random) -> str:
    """Change one value of a file of records; the name of the field that holds it."""
    is_document = path.suffix == ".json"
    records = [json.loads(text) for text in ([path.read_text()] if is_document else path.read_text().splitlines())]
    record = chance.choice(records)
    place = chance.choice(list(places(record)))
    holder = record
    for name in place[:-1]:
        holder = holder[name]
    holder[place[-1]] = another(holder[place[-1]], chance)
    path.write_text("".join(json.dumps(one) + "\n" for one in records))
    return str(place[0])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_forged_value_is_never_confirmed(recorder: Any, asks_twice: bytes, tmp_path: Path, seed: int) -> None:
    programs = {"p": asks_twice, "q": RETRIES, "r": asks_twice, "s": b"def solve(question):\n    raise KeyError(1)\n"}
    shutil.copytree(recorder.record(programs, verdicts={"r": "refused"}), tmp_path / "kept")
    chance = random.Random(seed)
    for _ in range(60):
        shutil.rmtree(recorder.folder)
        shutil.copytree(tmp_path / "kept", recorder.folder)
        name = chance.choice(["results.jsonl", "results.jsonl", "calls.jsonl", *NOT_COMPARED])
        field = forge(recorder.folder / name, chance)
        recorder.forget_digests()
        try:
            verification = recorder.verify()
        except CgrAuditError:
            continue
        is_listed = any(row.status is Status.NOT_VERIFIABLE for row in verification.rows)
        assert not verification.is_confirmed or is_listed or field in NOT_COMPARED[name], (name, field)

"""The cache of records: found by what they depend on, believed only if undamaged, shared by runs side by side."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from cgr_audit.audit import cache as cache_module
from cgr_audit.audit.cache import FILE, AuditCache
from cgr_audit.audit.described_rules import Described, described_by_child, known_registry
from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.workers import Assignment, ProcessWorkers
from cgr_audit.source.collect import collect
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

DEMO = Path(__file__).resolve().parent.parent.parent / "corpus" / "demo" / "programs"
SCOPE = {"rules": "r", "contract": "c"}


def program(name: str, source: str = "ans = 1\n") -> Program:
    return Program(name, f"folder/{name}", source.encode())


def record(one: Program) -> ProgramAudit:
    return ProgramAudit(one.program_id, one.path, one.sha256, AuditStatus.ANALYSED, 1)


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., AuditCache]:
    """Opens the cache in a folder of this test; ``said`` holds what it said."""

    def open_cache(said: list[str] | None = None, limit: int = 1 << 30) -> AuditCache:
        cache = AuditCache((said if said is not None else []).append, tmp_path / "cache", limit)
        cache.for_scope(SCOPE)
        return cache

    return open_cache


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cache" / FILE


def kept(opened: Callable[..., AuditCache], *names: str) -> None:
    with opened() as cache:
        for name in names:
            cache.store(program(name, f"{name} = 1\n"), record(program(name, f"{name} = 1\n")))


def found(cache: AuditCache, *names: str) -> list[bool]:
    return [one is not None for one in cache.find([program(name, f"{name} = 1\n") for name in names])]


def test_a_record_is_found_again_as_the_engine_would_make_it_for_another_name(
    opened: Callable[..., AuditCache],
) -> None:
    contract, rules = load_contract("cgr"), load_registry().rules
    programs = [one for one in collect([str(DEMO)]) if isinstance(one, Program)]
    programs.append(Program("broken.py", "broken.py", b"```python\nx = (\n```\n"))
    with opened() as cache:
        for one in programs:
            cache.store(one, audit_program(one, contract, rules))
    renamed = [Program(f"other/{one.program_id}", f"/elsewhere/{one.path}", one.data) for one in programs]
    with opened() as cache:
        again = cache.find(renamed)
    assert again == [audit_program(one, contract, rules) for one in renamed]
    assert sum(len(one.findings) for one in again if one is not None) > 100


@pytest.mark.parametrize(
    "parts", [{"rules": "other", "contract": "c"}, {"rules": "r", "contract": "other"}, {"rules": "r"}, {}]
)
def test_under_other_rules_or_another_contract_nothing_is_found(
    opened: Callable[..., AuditCache], parts: dict[str, str]
) -> None:
    kept(opened, "a")
    with opened() as cache:
        assert found(cache, "a") == [True]
        cache.for_scope(parts)
        assert found(cache, "a") == [False]


def test_other_bytes_are_another_program(opened: Callable[..., AuditCache]) -> None:
    kept(opened, "a")
    with opened() as cache:
        assert cache.find([program("a", "a = 1"), program("b", "a = 1\n")]) == [None, record(program("b", "a = 1\n"))]


def test_a_damaged_file_is_reset_with_one_line(opened: Callable[..., AuditCache], file: Path) -> None:
    kept(opened, "a")
    file.write_bytes(b"no database at all, but long enough to be looked at as one" * 100)
    said: list[str] = []
    with opened(said) as cache:
        assert found(cache, "a") == [False]
        cache.store(program("a", "a = 1\n"), record(program("a", "a = 1\n")))
    assert said == [f"{file}: corrupt audit cache was reset"]
    with opened(said) as cache:
        assert found(cache, "a") == [True]
    assert len(said) == 1


def test_a_fault_of_ours_removes_no_file(opened: Callable[..., AuditCache], file: Path) -> None:
    kept(opened, "a")

    def misused(_database: object) -> None:
        raise sqlite3.ProgrammingError("another thread's connection")

    with opened() as cache:
        with pytest.raises(sqlite3.ProgrammingError):
            cache._file.attempt(misused)
        assert found(cache, "a") == [True]


def test_a_file_whose_pages_are_damaged_breaks_nothing(opened: Callable[..., AuditCache], file: Path) -> None:
    names = [f"n{number}" for number in range(300)]
    kept(opened, *names)
    data = bytearray(file.read_bytes())
    data[4096:] = bytes(len(data) - 4096)
    file.write_bytes(data)
    said: list[str] = []
    with opened(said) as cache:
        assert found(cache, *names) == [False] * 300
        cache.store(program("a", "a = 1\n"), record(program("a", "a = 1\n")))
    with opened(said) as cache:
        assert found(cache, "a") == [True]
    assert len(said) == 1


def test_an_entry_that_was_changed_or_stands_in_anothers_place_is_none(
    opened: Callable[..., AuditCache], file: Path
) -> None:
    kept(opened, "a", "b", "c")
    with sqlite3.connect(file) as database:
        (first, one), (second, other) = database.execute("SELECT key, value FROM entry ORDER BY key LIMIT 2").fetchall()
        database.execute("UPDATE entry SET value = ? WHERE key = ?", (other, first))
        database.execute("UPDATE entry SET value = ? WHERE key = ?", (one[:-1] + b"!", second))
    database.close()
    with opened() as cache:
        assert sorted(found(cache, "a", "b", "c")) == [False, False, True]


NAMES = [f"n{number}" for number in range(60)]


def damage(data: bytes, draw: random.Random) -> bytes:
    """A bit or a few flipped, a stretch overwritten, or the end cut off."""
    kind = draw.choice(["bit", "bit", "bits", "stretch", "cut"])
    damaged, at = bytearray(data), draw.randrange(len(data))
    if kind == "cut":
        return data[:at]
    if kind == "stretch":
        length = draw.randrange(1, 200)
        damaged[at : at + length] = draw.randbytes(len(damaged[at : at + length]))
    for _ in range({"bit": 1, "bits": 20}.get(kind, 0)):
        damaged[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    return bytes(damaged)


def check_that_nothing_but_time_is_lost(opened: Callable[..., AuditCache]) -> None:
    """However the file is damaged: what is found is right, and a line at most is said. A damaged tree that SQLite does
    not notice can hide entries for good, which costs time alone."""
    programs = [program(name, f"{name} = 1\n") for name in NAMES]
    for _ in range(3):
        said: list[str] = []
        with opened(said) as cache:
            for one, again in zip(programs, cache.find(programs), strict=True):
                assert again in (None, record(one))
                cache.store(one, record(one))
            assert cache.known("what was never kept") is None
        assert len(said) <= 1, said


@pytest.mark.parametrize("seed", range(60))
def test_damage_anywhere_changes_no_result(opened: Callable[..., AuditCache], file: Path, seed: int) -> None:
    kept(opened, *NAMES)
    file.write_bytes(damage(file.read_bytes(), random.Random(seed)))
    check_that_nothing_but_time_is_lost(opened)


@pytest.mark.parametrize(
    "change",
    [
        *(
            f"UPDATE entry SET value = {value}"
            for value in ("1", "1.5", "'text'", "CAST(x'ff00' AS TEXT)", "zeroblob(9)")
        ),
        "UPDATE entry SET used = 'never'",
        "UPDATE entry SET used = x'ff'",
        "ALTER TABLE entry RENAME COLUMN value TO content",
        "ALTER TABLE entry DROP COLUMN used",
        "ALTER TABLE entry ADD COLUMN more",
        "CREATE TRIGGER t BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'no'); END",
        "CREATE TABLE other (key); DROP TABLE entry; CREATE VIEW entry AS SELECT * FROM other",
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE TABLE entry (', rootpage = 77",
    ],
)
def test_values_of_other_types_and_other_schemas_change_no_result(
    opened: Callable[..., AuditCache], file: Path, change: str
) -> None:
    kept(opened, *NAMES)
    with closing(sqlite3.connect(file)) as database:
        database.executescript(change)
    check_that_nothing_but_time_is_lost(opened)


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_a_folder_in_the_files_place_is_passed_by(opened: Callable[..., AuditCache], file: Path, ending: str) -> None:
    kept(opened, "a")
    file.unlink()
    file.with_name(FILE + ending).mkdir()
    said: list[str] = []
    with opened(said) as cache:
        assert found(cache, "a") == [False]
        cache.store(program("a"), record(program("a")))
    assert len(said) == 1


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owner here")
def test_nothing_is_made_in_a_folder_of_another_user(
    opened: Callable[..., AuditCache], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.parent.mkdir()
    owner = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    said: list[str] = []
    with opened(said) as cache:
        cache.store(program("a"), record(program("a")))
    assert list(file.parent.iterdir()) == []
    assert said == [f"{file}: the audit cache is not used: it belongs to user {owner}, not to user {owner + 1}"]


def test_a_locked_file_is_passed_by_with_one_line(
    opened: Callable[..., AuditCache], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(opened, "a")
    monkeypatch.setattr(cache_module, "PATIENCE", 0.05)
    said: list[str] = []
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with opened(said) as cache:
        assert found(cache, "a") == [True]
        cache.store(program("b", "b = 1\n"), record(program("b", "b = 1\n")))
    other.execute("ROLLBACK")
    other.close()
    assert said == [f"{file}: the audit cache is not used: database is locked"]


def test_a_file_that_others_may_write_is_not_used(opened: Callable[..., AuditCache], file: Path) -> None:
    kept(opened, "a")
    file.chmod(0o666)
    said: list[str] = []
    with opened(said) as cache:
        assert found(cache, "a") == [False]
    assert said == [f"{file}: the audit cache is not used: others may write it"]
    file.chmod(0o600)
    file.parent.chmod(0o777)
    with opened(said) as cache:
        assert found(cache, "a") == [False]
    assert len(said) == 2


def test_a_folder_that_cannot_be_made_is_said_and_no_more(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said: list[str] = []
    with AuditCache(said.append, tmp_path / "file" / "cache") as cache:
        cache.store(program("a"), record(program("a")))
        assert found(cache, "a") == [False]
    assert said == [f"{tmp_path / 'file' / 'cache' / FILE}: the audit cache is not used: Not a directory"]


def test_what_was_used_longest_ago_goes_when_the_file_grows_too_large(
    opened: Callable[..., AuditCache], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(cache_module.time, "time", lambda: now[0])
    old, used, new = ([f"{kind}{number}" for number in range(400)] for kind in ("old", "used", "new"))
    kept(opened, *old, *used)
    now[0] += 2 * cache_module.DAY
    with opened() as cache:
        assert found(cache, *used) == [True] * 400
    limit = int(file.stat().st_size * 1.2)
    now[0] += 2 * cache_module.DAY
    with opened(limit=limit) as cache:
        for name in new:
            cache.store(program(name, f"{name} = 1\n"), record(program(name, f"{name} = 1\n")))
    assert file.stat().st_size <= limit
    with opened() as cache:
        assert found(cache, *new) == [True] * 400
        assert found(cache, *used).count(True) > found(cache, *old).count(True) == 0


def test_two_runs_side_by_side_lose_nothing(opened: Callable[..., AuditCache], tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1])\n"
        "from test_cache import SCOPE, AuditCache, program, record\n"
        "said = []\n"
        "for turn in range(5):\n"
        "    with AuditCache(said.append, Path(sys.argv[2])) as cache:\n"
        "        cache.for_scope(SCOPE)\n"
        "        for number in range(300):\n"
        "            name = f'{sys.argv[3] if number % 3 else \"both\"}{turn}_{number}'\n"
        "            one = program(name, f'{name} = 1\\n')\n"
        "            cache.find([one])\n"
        "            cache.store(one, record(one))\n"
        "print(said)\n"
    )
    arguments = [sys.executable, "-c", script, str(Path(__file__).parent), str(tmp_path / "cache")]
    runs = [subprocess.Popen([*arguments, name], stdout=subprocess.PIPE, text=True) for name in ("one", "two")]
    assert [run.communicate(timeout=60)[0] for run in runs] == ["[]\n", "[]\n"]
    names = [
        f"{name if number % 3 else 'both'}{turn}_{number}"
        for name in ("one", "two")
        for turn in range(5)
        for number in range(300)
    ]
    with opened() as cache:
        assert found(cache, *names) == [True] * len(names)


def test_rules_are_described_without_being_loaded_again(opened: Callable[..., AuditCache]) -> None:
    asked: list[Path | None] = []

    def ask(folder: Path | None) -> Described:
        asked.append(folder)
        return described_by_child(folder)

    with opened() as cache:
        first = known_registry(None, cache, ask)
    with opened() as cache:
        second = known_registry(None, cache, ask)
    assert asked == [None]
    for known in (first, second):
        assert known.digest == load_registry().digest
        assert [(rule.meta, rule.__doc__) for rule in known.rules] == [
            (rule.meta, rule.__doc__) for rule in load_registry().rules
        ]


class TestWorkersThatKnowRecords:
    RULES = Path(__file__).parent / "deadly_rules"

    def audited(self, cache: AuditCache, *programs: Program) -> list[str]:
        assignment = Assignment(load_contract("pot"), ("CGR001", "T010"), self.RULES)
        return [audit.status.value for audit in ProcessWorkers(assignment, 2, 1, cache).map(programs)]

    def test_start_no_child_where_everything_is_known(
        self, opened: Callable[..., AuditCache], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        programs = [program(str(number), f"ans = {number}\n") for number in range(100)]
        with opened() as cache:
            self.audited(cache, *programs)
        monkeypatch.setattr("cgr_audit.audit.child_pool.children_context", None)
        with opened() as cache:
            assert self.audited(cache, *programs) == ["analysed"] * 100

    def test_keep_the_order_where_some_programs_are_known(self, opened: Callable[..., AuditCache]) -> None:
        programs = [program(str(number), f"ans = {number}\n" if number % 3 else "(\n") for number in range(200)]
        with opened() as cache:
            self.audited(cache, *programs[50:60], *programs[100:170:7])
            expected = ["analysed" if number % 3 else "not_analysable" for number in range(200)]
            assert self.audited(cache, *programs) == expected

    def test_keep_nothing_that_depends_on_the_machine_or_is_a_fault_of_the_toolkit(
        self, opened: Callable[..., AuditCache]
    ) -> None:
        programs = [program(word, f"{word}\n") for word in ("die", "hang", "sink", "swell", "fine", "(")]
        with opened() as cache:
            statuses = self.audited(cache, *programs)
            assert statuses == ["not_analysable", "not_analysable", "failed", "not_analysable", "analysed", statuses[5]]
            assert statuses[5] == "not_analysable"
            known = [one is not None for one in cache.find(programs)]
        assert known == [False, False, False, False, True, True]

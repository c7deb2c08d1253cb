"""``cgr-audit audit``: what it prints, how it ends, and what it does with bad input."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from jsonschema import Draft7Validator
from pyarrow import parquet

from cgr_audit.audit.fingerprints import line_hashes
from cgr_audit.formats.registry import FORMATS
from cgr_audit.schema import check_record

PRINTED = ("terminal", "json", "sarif", "csv")
SNAPSHOTS = Path(__file__).parent / "snapshots"
CRASHING = Path(__file__).parent / "crashing_rules"

TABS = b'def solve(q):\r\n\twhy = 1\r\n\tflag("warning", "tabs") # \xc3\xa9\r\n\treturn llm_model(q, {}), None, 3\r\n'
CLEAN = 'def solve(question):\n    return llm_model(question, {}), "A", 3\n'
SHOWN = """\
def solve(question):
    why = "\u4e2d\u6587", question  # \x1b[31m red \u202e
    flag("error", "the first \x1b[31m thing")
    if question: flag("warning", "the second"); why_not = 1
    flag(
        "info", "over lines")
    return llm_model(question, {}), None, 3
"""


def flagged(severity: str) -> str:
    return f'def solve(question):\n    flag("{severity}", "said")\n    return llm_model(question, {{}}), None, 3\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "programs").mkdir()
    return tmp_path / "programs"


def snapshot(name: str, text: str) -> None:
    """Compare with the committed output; set UPDATE_SNAPSHOTS to write it."""
    text = re.sub(r"sha256:[0-9a-f]{64}", "sha256:...", text)
    path = SNAPSHOTS / name
    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.write_text(text, "utf-8", newline="\n")
    assert text == path.read_text("utf-8")


@pytest.mark.parametrize("shape", PRINTED)
def test_each_format_prints_what_its_snapshot_says(command: Any, folder: Path, marking_rules: Path, shape: str) -> None:
    (folder / "sub").mkdir()
    (folder / "b.py").write_bytes(SHOWN.encode())
    (folder / "sub" / "a.py").write_bytes(TABS)
    rows = [{"id": "=1+1", "source": flagged("warning")}, {"id": "r\x1b[2J", "source": flagged("error")}]
    Path("rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    paths = ("programs", "rows.jsonl", "--rules", marking_rules, "--select", "T001", "--format", shape)
    done = command("audit", *paths)
    assert done.code == 1
    assert b"\x1b" not in done.out
    assert "\u202e" not in done.out.decode()
    snapshot(f"audit.{shape}.txt", done.out.decode())
    assert command("audit", *paths, "--jobs", "2").out == done.out


@pytest.mark.parametrize("shape", FORMATS)
@pytest.mark.parametrize(
    "case",
    [
        ("error", "error", 1),
        ("warning", "error", 0),
        ("warning", "warning", 1),
        ("info", "warning", 0),
        ("info", "info", 1),
        ("error", "never", 0),
    ],
    ids=str,
)
def test_findings_at_or_above_fail_on_are_exit_code_1(
    command: Any, folder: Path, marking_rules: Path, shape: str, case: tuple[str, str, int]
) -> None:
    severity, fail_on, code = case
    (folder / "a.py").write_text(flagged(severity))
    options = ("--rules", marking_rules, "--select", "T001", "--format", shape)
    assert command("audit", folder, *options, "--fail-on", fail_on).code == code


@pytest.mark.parametrize("shape", FORMATS)
def test_an_empty_folder_is_exit_code_3(command: Any, folder: Path, shape: str) -> None:
    done = command("audit", "programs", "--format", shape)
    assert (done.code, done.err) == (3, "no program found in programs\n")


@pytest.mark.parametrize("shape", FORMATS)
def test_an_unreadable_row_is_exit_code_4_and_the_others_are_audited(
    command: Any, folder: Path, marking_rules: Path, shape: str
) -> None:
    good = json.dumps({"id": "x", "source": flagged("error")})
    rows = folder / "rows.jsonl"
    rows.write_text("\n" * 15 + good + "\n{broken\n")
    done = command("audit", rows, "--rules", marking_rules, "--select", "T001", "--format", shape)
    assert done.code == 4
    assert b"T001" in done.out
    if shape != "csv":
        assert b"rows.jsonl:17" in done.out
    if shape not in {"terminal", "concise"}:
        assert re.search(r"rows\.jsonl:17: not JSON", done.err)
    assert done.err.splitlines()[-1].startswith("1 program: 1 analysed · 1 error, 0 warnings · 1 could not be read · ")


@pytest.mark.parametrize("shape", FORMATS)
def test_a_rule_that_crashes_is_named_and_the_others_go_on(command: Any, folder: Path, shape: str) -> None:
    (folder / "a.py").write_text("crash\nfound\n")
    (folder / "b.py").write_text("leave\nfound\n")
    (folder / "c.py").write_text("found\n")
    options = ("--rules", CRASHING, "--select", "T00*", "--format", shape, "--contract", "pot")
    done = command("audit", "programs", *options)
    assert done.code == 4
    said = done.out.decode() if shape in {"terminal", "concise"} else done.err
    if shape == "concise":
        assert "programs/a.py: rule-crashed: T002 crashing crashed: ValueError: this rule\n" in said
        assert "programs/b.py: rule-crashed: T003 exiting crashed: SystemExit: 7\n" in said
    elif shape == "terminal":
        assert "programs/a.py  failed  T002 crashing crashed: ValueError: this rule\n" in said
        assert "programs/b.py  failed  T003 exiting crashed: SystemExit: 7\n" in said
    else:
        assert "rule T002 crashing crashed on 1 program programs/a.py: ValueError: this rule\n" in said
        assert "rule T003 exiting crashed on 1 program programs/b.py: SystemExit: 7\n" in said
    assert done.out.decode().count("is found") == 3
    assert "3 programs: 1 analysed, 2 failed · 0 errors, 3 warnings" in done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing"], "missing: no such file or folder"),
        (["programs", "--format", "xml"], "no format 'xml'; there are terminal, concise, json, sarif, csv"),
        (["programs", "--select", "CGR999"], "no rule 'CGR999'"),
        (["programs", "--ignore", "no-such-slug"], "no rule 'no-such-slug'"),
        (["programs", "--contract", "nobody"], "no contract named 'nobody'"),
        (["programs", "--out", "no/such/folder.json"], "no/such: no such folder to write folder.json into"),
        (["programs", "--out", "programs"], "programs: is a folder; --out takes a file"),
        (["programs", "--rules", "nowhere"], "nowhere: no such folder of rules"),
        (["programs", "--suppressions", "nowhere.toml"], "nowhere.toml: cannot read the suppressions"),
        (["programs", "--baseline", "nowhere.json"], "nowhere.json: cannot read the baseline"),
        (["programs", "--fail-on", "sometimes"], "'sometimes'"),
        (["programs", "--jobs", "-1"], "--jobs"),
        ([], "PATH"),
    ],
)
def test_wrong_usage_is_exit_code_2_and_prints_no_data(
    command: Any, folder: Path, arguments: list[str], message: str
) -> None:
    (folder / "a.py").write_text(CLEAN)
    done = command("audit", *arguments)
    assert done.code == 2
    assert message in done.err
    assert done.out == b""


def test_a_syntax_error_is_a_finding_and_the_run_is_complete(command: Any, folder: Path) -> None:
    (folder / "a.py").write_text("def solve(:\n")
    done = command("audit", folder, "--format", "json")
    record = json.loads(done.out)
    assert done.code == 1
    assert record["programs"][0]["status"] == "not_analysable"
    assert record["summary"]["not_analysable"] == 1


def test_a_program_that_ends_its_parser_is_a_finding_and_the_others_are_analysed(command: Any, folder: Path) -> None:
    for name in ("a", "c", "d"):
        (folder / f"{name}.py").write_text(CLEAN)
    (folder / "b.py").write_text("x = " + "(" * 30_000 + ")" * 30_000 + "\n")
    done = command("audit", folder, "--format", "json", "--deadline", "30", "--jobs", "2")
    programs = {program["program_id"]: program["status"] for program in json.loads(done.out)["programs"]}
    assert {Path(name).name: status for name, status in programs.items()} == {
        "a.py": "analysed", "b.py": "not_analysable", "c.py": "analysed", "d.py": "analysed"
    }  # fmt: skip


def test_the_json_is_what_its_schema_says(command: Any, folder: Path, marking_rules: Path) -> None:
    (folder / "a.py").write_text(SHOWN)
    (folder / "b.py").write_text("def solve(:\n")
    (folder / "c.py").write_text(CLEAN)
    record = json.loads(command("audit", folder, "--rules", marking_rules, "--format", "json").out)
    assert check_record("audit", record) is None
    for finding in record["findings"]:
        assert check_record("finding", finding) is None
    ids = [program["program_id"] for program in record["programs"]]
    assert ids == ["programs/a.py", "programs/b.py", "programs/c.py"]
    entry = record["programs"][2]
    assert (entry["entry"], entry["solver_call_sites"]) == ({"name": "solve", "line": 1, "choice": "named"}, 1)


def test_programs_are_in_the_order_of_their_ids_whatever_order_they_came_in(command: Any, folder: Path) -> None:
    rows = "".join(json.dumps({"id": name, "source": CLEAN}) + "\n" for name in ("c", "B", "a", "\u00e9", "b"))
    (folder / "rows.jsonl").write_text(rows)
    record = json.loads(command("audit", folder / "rows.jsonl", "--format", "json").out)
    assert [program["program_id"] for program in record["programs"]] == ["B", "a", "b", "c", "\u00e9"]


def test_out_is_written_whole_and_nothing_goes_to_standard_output(command: Any, folder: Path) -> None:
    (folder / "a.py").write_text(CLEAN)
    printed = command("audit", folder, "--format", "json").out
    done = command("audit", folder, "--format", "json", "--out", "out.json")
    assert done.out == b""
    assert Path("out.json").read_bytes() == printed
    assert sorted(path.name for path in Path().iterdir()) == ["out.json", "programs"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_clear_line_and_exit_code_4(folder: Path) -> None:
    (folder / "a.py").write_text(CLEAN)
    arguments = [sys.executable, "-c", "from cgr_audit.cli.main import main; main()", "audit", "programs"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*arguments, "--format", "json"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 4
    assert b"cgr-audit: standard output: No space left on device" in done.stderr.splitlines()
    assert b"Traceback" not in done.stderr


def test_a_file_that_cannot_be_written_leaves_the_old_one(
    command: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.py").write_text(CLEAN)
    Path("out.json").write_text("old")

    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    done = command("audit", folder, "--out", "out.json")
    assert (done.code, done.err) == (4, "cgr-audit: out.json: No space left on device\n")
    assert Path("out.json").read_text() == "old"
    assert sorted(path.name for path in Path().iterdir()) == ["out.json", "programs"]


def test_a_program_may_come_from_standard_input(command: Any) -> None:
    done = command("audit", "-", "--format", "json", stdin=CLEAN.encode())
    assert [program["program_id"] for program in json.loads(done.out)["programs"]] == ["-"]


def test_rows_have_their_fields_named(command: Any, folder: Path) -> None:
    (folder / "rows.jsonl").write_text(json.dumps({"name": "r1", "code": CLEAN}) + "\n")
    options = ("--source-field", "code", "--id-field", "name", "--format", "json")
    done = command("audit", folder / "rows.jsonl", *options)
    (program,) = json.loads(done.out)["programs"]
    assert (program["program_id"], program["path"]) == ("r1", "programs/rows.jsonl:1")


def test_sarif_shows_a_program_in_a_data_file_as_it_shows_a_file(
    command: Any, folder: Path, marking_rules: Path, data_folder: Path
) -> None:
    source = flagged("error")
    (folder / "a.py").write_text(source)
    Path("rows.jsonl").write_text(json.dumps({"id": "row-7", "source": source}) + "\n")
    Path("rows.jsonl.gz").write_bytes(gzip.compress(json.dumps({"id": "packed", "source": source}).encode()))
    parquet.write_table(pyarrow.table({"id": ["row"], "source": [source]}), "rows.parquet")
    with zipfile.ZipFile("x.zip", "w") as archive:
        archive.writestr("b.py", source)
    paths = ("programs", "rows.jsonl", "rows.jsonl.gz", "rows.parquet", "x.zip")
    done = command("audit", *paths, "--rules", marking_rules, "--select", "T001", "--format", "sarif")
    log = json.loads(done.out)
    schema = json.loads((data_folder / "sarif" / "sarif-schema-2.1.0.json").read_text())
    assert [fault.message for fault in Draft7Validator(schema).iter_errors(log)] == []
    (run,) = log["runs"]
    line_hash = line_hashes(source.encode(), [2])[2]
    uris = []
    for result in run["results"]:
        place = result["locations"][0]["physicalLocation"]
        uris.append(place["artifactLocation"]["uri"])
        assert place["region"] == {"startLine": 2, "startColumn": 5, "endLine": 2, "endColumn": 26}
        assert result["partialFingerprints"]["primaryLocationLineHash"] == line_hash
        if "index" in place["artifactLocation"]:
            assert run["artifacts"][place["artifactLocation"]["index"]]["contents"]["text"] == source
    assert sorted(uris) == [
        "programs/a.py", "rows.jsonl.gz/packed.py", "rows.jsonl/row-7.py", "rows.parquet/row.py", "x.zip/b.py",
    ]  # fmt: skip


def test_a_contract_that_does_not_fit_is_said_once_and_its_findings_are_left_to_programs(
    command: Any, folder: Path
) -> None:
    for number in range(11):
        (folder / f"{number}.py").write_text("def solve(question):\n    return pick(ask_llm(question)), None, 3\n")
    (folder / "unsafe.py").write_text("import os\ndef solve(question):\n    return os.system(ask_llm(question))\n")
    said = (
        "`ask_llm` is called in 12 of 12 programs and is not a helper of contract 'cgr'. Is it the solver? "
        "`cgr-audit contracts infer programs`"
    )
    shown = command("audit", "programs")
    assert shown.code == 1
    assert shown.err.splitlines()[0] == said
    assert shown.out.decode().count("CGR403 file-or-network-access") == 1
    assert "CGR504" not in shown.out.decode()
    record = json.loads(command("audit", "programs", "--format", "json").out)
    assert record["notices"] == [said]
    assert record["summary"]["by_code"]["CGR504"] == 23
    assert command("audit", "programs", "--format", "concise").out.decode().count("CGR504") == 23
    assert said in command("gate", "programs").err


class TestSuppressionsAndBaselines:
    def test_a_suppressed_finding_stays_with_its_reason_and_does_not_count(
        self, command: Any, folder: Path, marking_rules: Path
    ) -> None:
        (folder / "a.py").write_text(flagged("error"))
        Path("s.toml").write_text(
            '[[suppression]]\ncode = "T001"\nprogram = "programs/a.py"\nreason = "read by hand"\n'
            '[[suppression]]\ncode = "T001"\nprogram = "gone.py"\nreason = "x"\n'
            '[[suppression]]\ncode = "T001"\nprogram = "a.py"\nreason = "x"\nuntil = 2020-01-31\n'
        )
        options = ("--rules", marking_rules, "--select", "T001", "--suppressions", "s.toml")
        done = command("audit", folder, *options, "--format", "json")
        record = json.loads(done.out)
        (finding,) = record["findings"]
        assert done.code == 0
        assert (finding["status"], finding["reason"]) == ("suppressed", "read by hand")
        assert record["summary"]["by_code"] == {}
        assert record["notices"] == [
            "s.toml: entry 2 (T001 in gone.py) matches no finding; remove it",
            "s.toml: entry 3 (T001 in a.py) expired on 2020-01-31",
        ]
        assert done.err.splitlines()[:-1] == record["notices"]
        assert check_record("audit", record) is None
        shown = command("audit", folder, *options)
        assert "programs/a.py:2:5  error  T001 flagged-call  (suppressed: read by hand)\n" in shown.out.decode()
        assert shown.err.splitlines()[:-1] == record["notices"]
        row = command("audit", folder, *options, "--format", "csv").out.decode().splitlines()[1]
        assert row.endswith(",suppressed,read by hand")
        sarif = json.loads(command("audit", folder, *options, "--format", "sarif").out)
        (result,) = sarif["runs"][0]["results"]
        accepted = {"kind": "external", "status": "accepted", "justification": "read by hand"}
        assert result["suppressions"] == [accepted]
        notices = sarif["runs"][0]["invocations"][0]["toolConfigurationNotifications"]
        assert [notice["message"]["text"] for notice in notices] == record["notices"]

    @pytest.mark.parametrize("given", ["programs", "programs/deep", "programs/deep/a.py", ".", "{here}/programs"])
    def test_what_the_screen_shows_is_what_suppressions_and_baselines_match(
        self, command: Any, folder: Path, marking_rules: Path, given: str
    ) -> None:
        (folder / "deep").mkdir()
        (folder / "deep" / "a.py").write_text(flagged("error"))
        Path("rows.jsonl").write_text(json.dumps({"id": "r1", "source": flagged("error")}) + "\n")
        options = ("--rules", marking_rules, "--select", "T001")
        shown = command("audit", "programs", "rows.jsonl", *options, "--write-baseline", "b.json").out.decode()
        paths = [line.split("  ")[0].rsplit(":", 2)[0] for line in shown.splitlines() if "  error  " in line]
        assert paths == ["programs/deep/a.py", "rows.jsonl:1"]
        entries = (f'[[suppression]]\ncode = "T001"\nprogram = "{path}"\nreason = "read"\n' for path in paths)
        Path("s.toml").write_text("".join(entries))
        again = (given.format(here=Path.cwd()), "rows.jsonl", *options)
        assert command("audit", *again, "--suppressions", "s.toml").code == 0
        assert command("audit", *again, "--baseline", "b.json").code == 0

    def test_entries_about_files_that_were_not_audited_are_not_said_to_be_unneeded(
        self, command: Any, folder: Path, marking_rules: Path
    ) -> None:
        for name in ("a.py", "b.py", "gone.py"):
            (folder / name).write_text(flagged("error"))
        options = ("--rules", marking_rules, "--select", "T001")
        command("audit", folder, *options, "--write-baseline", "b.json")
        entry = '[[suppression]]\ncode = "T001"\nprogram = "programs/{}.py"\nreason = "read"\n'
        Path("s.toml").write_text(entry.format("b") + entry.format("gone"))
        (folder / "gone.py").unlink()
        done = command("audit", folder / "a.py", *options, "--baseline", "b.json", "--suppressions", "s.toml")
        assert done.err.splitlines()[:-1] == [
            "s.toml: entry 2 (T001 in programs/gone.py) matches no finding; remove it",
            "b.json: 1 of 2 entries match no finding; remove them",
        ]

    def test_a_baseline_holds_what_was_there_and_only_new_findings_count(
        self, command: Any, folder: Path, marking_rules: Path
    ) -> None:
        (folder / "a.py").write_text(flagged("error"))
        (folder / "b.py").write_text(flagged("error"))
        options = ("--rules", marking_rules, "--select", "T001")
        assert command("audit", folder, *options, "--write-baseline", "b.json").code == 1
        assert check_record("baseline", json.loads(Path("b.json").read_text())) is None
        assert command("audit", folder, *options, "--baseline", "b.json").code == 0
        (folder / "b.py").unlink()
        (folder / "a.py").write_text("# moved down\n" + flagged("error") + 'flag("error", "new")\n')
        done = command("audit", folder, *options, "--baseline", "b.json", "--format", "json")
        record = json.loads(done.out)
        shown = command("audit", folder, *options, "--baseline", "b.json")
        assert "baselined" not in shown.out.decode()
        assert " · 1 error, 0 warnings, 1 baselined · " in shown.err
        every = command("audit", folder, *options, "--baseline", "b.json", "--show-baselined").out.decode()
        assert "programs/a.py:3:5  error  T001 flagged-call  (baselined)\n" in every
        assert done.code == 1
        assert [(finding["status"], finding["message"]) for finding in record["findings"]] == [
            ("baselined", "said"),
            ("active", "new"),
        ]
        assert record["notices"] == ["b.json: 1 of 2 entries match no finding; remove them"]
        sarif = json.loads(command("audit", folder, *options, "--baseline", "b.json", "--format", "sarif").out)
        assert [result["baselineState"] for result in sarif["runs"][0]["results"]] == ["unchanged", "new"]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (
                '[[suppression]]\ncode = "CGR999"\nprogram = "a"\nreason = "b"\n',
                "/suppression/0/code: no rule 'CGR999'",
            ),
            (
                '[[suppression]]\ncode = "CGR001"\nprogram = "a"\n',
                "/suppression/0: the field 'reason' is missing; add it",
            ),
            ('[[suppression]]\ncode = "CGR', "not valid TOML"),
        ],
    )
    def test_a_bad_file_of_suppressions_is_exit_code_2(
        self, command: Any, folder: Path, text: str, message: str
    ) -> None:
        Path("s.toml").write_text(text)
        done = command("audit", folder, "--suppressions", "s.toml")
        assert done.code == 2
        assert done.err.startswith(f"cgr-audit: s.toml: {message}")
        assert done.err.count("\n") == 1

    def test_a_baseline_with_an_unknown_code_is_exit_code_2(self, command: Any, folder: Path) -> None:
        entry = {"fingerprint": "f", "count": 1, "code": "CGR999", "program_id": "a"}
        Path("b.json").write_text(json.dumps({"schema_version": "1.0", "findings": [entry]}))
        done = command("audit", folder, "--baseline", "b.json")
        assert (done.code, done.out) == (2, b"")
        assert done.err.startswith("cgr-audit: b.json: /findings/0/code: no rule 'CGR999'")


def test_nothing_inside_a_program_silences_its_audit(command: Any, folder: Path, marking_rules: Path) -> None:
    silencers = "# noqa\n# cgr-audit: ignore\n# type: ignore\n# pragma: no cover\n"
    (folder / "a.py").write_text(silencers + 'flag("error", "said")  # noqa: T001 # nosec\n')
    assert command("audit", folder, "--rules", marking_rules, "--select", "T001").code == 1


def test_the_rows_and_findings_of_a_file_do_not_depend_on_how_many_work(
    command: Any, folder: Path, marking_rules: Path
) -> None:
    for number in range(90):
        (folder / f"{number:02}.py").write_text(flagged(("info", "warning", "error")[number % 3]) + "#" * number)
    options = ("--rules", marking_rules, "--format", "json")
    assert command("audit", folder, *options).out == command("audit", folder, *options, "--jobs", "2").out


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_an_interrupt_ends_it_at_once_and_leaves_no_process(folder: Path) -> None:
    (folder / "a.py").write_text("hang\n")
    deadly = Path(__file__).parents[1] / "audit" / "deadly_rules"
    options = ("--rules", deadly, "--contract", "pot", "--deadline", "60")
    arguments = [sys.executable, "-c", "from cgr_audit.cli.main import main; main()", "audit", "programs", *options]
    running = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    while len(_group(running.pid)) < 4:  # itself, the server, its watchman, and a child
        time.sleep(0.05)
    time.sleep(0.5)
    os.killpg(running.pid, signal.SIGINT)
    started = time.perf_counter()
    _, error = running.communicate(timeout=10)
    assert time.perf_counter() - started < 3
    assert running.returncode == 130
    assert b"Traceback" not in error
    assert _group_is_gone(running.pid)


def _group(leader: int) -> list[str]:
    """The processes of a group; the group is the third field after the name, which is in brackets."""
    members = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if path.read_text().rpartition(")")[2].split()[2] == str(leader):
                members.append(path.parent.name)
    return members


def _group_is_gone(group: int) -> bool:
    for _ in range(50):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False

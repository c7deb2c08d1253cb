"""``cgr-audit gate``: verdicts, the policy, and how it ends."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.audit.registry import load_registry
from cgr_audit.formats.registry import FORMATS
from cgr_audit.gate.policy import default_policy_text, load_policy
from cgr_audit.schema import check_record
from cgr_audit.source.contract import load_contract

CLEAN = "def solve(question):\n    return extract_answer(llm_model(question, {})), None, 3\n"
UNSAFE = "import os\n\n\n" + CLEAN.replace(":\n", ":\n    os.system('ls')\n")
NO_RETURN = "def solve(question):\n    if llm_model(question, {}):\n        return 'A', None, 3\n"
FLAGGED = (
    'def solve(question):\n    flag("{0}", "said")\n    return extract_answer(llm_model(question, {{}})), None, 3\n'
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "programs").mkdir()
    return tmp_path / "programs"


def verdicts(path: str = "verdicts.jsonl") -> dict[str, dict[str, Any]]:
    records = [json.loads(line) for line in Path(path).read_text().splitlines()]
    assert [check_record("verdict", record) for record in records] == [None] * len(records)
    return {record["program_id"].removeprefix("programs/"): record for record in records}


def test_each_program_gets_a_verdict_with_its_reasons_and_todays_digests(command: Any, folder: Path) -> None:
    (folder / "clean.py").write_text(CLEAN)
    (folder / "unsafe.py").write_text(UNSAFE)
    (folder / "no_return.py").write_text(NO_RETURN)
    (folder / "broken.py").write_text("def solve(:\n")
    done = command("gate", "programs", "--out", "verdicts.jsonl")
    found = verdicts()
    assert done.code == 1
    assert done.out == b""
    assert list(found) == ["broken.py", "clean.py", "no_return.py", "unsafe.py"]
    assert {name: verdict["verdict"] for name, verdict in found.items()} == {
        "broken.py": "refused",
        "clean.py": "approved",
        "no_return.py": "observe",
        "unsafe.py": "refused",
    }
    assert (found["clean.py"]["reasons"], found["clean.py"]["explanations"]) == ([], [])
    assert found["unsafe.py"]["reasons"] == ["CGR403"]
    assert found["broken.py"]["reasons"] == ["CGR001"]
    assert "CGR104" in found["no_return.py"]["reasons"]
    registry = load_registry()
    for name, verdict in found.items():
        assert verdict["sha256"] == hashlib.sha256((folder / name).read_bytes()).hexdigest()
        assert verdict["rules"] == registry.digest
        assert verdict["contract"] == load_contract("cgr").digest
        assert verdict["policy"] == load_policy(None, registry).digest
        assert verdict["option_count"] == 5
    assert done.err.startswith("4 programs: 1 approved, 1 observe, 2 refused · ")


def test_all_approved_is_exit_code_0_and_verdicts_go_to_standard_output(command: Any, folder: Path) -> None:
    (folder / "clean.py").write_text(CLEAN)
    done = command("gate", "programs")
    assert (done.code, json.loads(done.out)["verdict"]) == (0, "approved")


def test_an_empty_folder_is_exit_code_3(command: Any, folder: Path) -> None:
    done = command("gate", "programs", "--out", "verdicts.jsonl")
    assert (done.code, done.err) == (3, "no program found in programs\n")


def test_an_unreadable_row_is_exit_code_4_and_the_others_are_judged(command: Any, folder: Path) -> None:
    Path("rows.jsonl").write_text(json.dumps({"id": "a", "source": UNSAFE}) + "\n{\n")
    done = command("gate", "rows.jsonl", "--out", "verdicts.jsonl")
    assert (done.code, list(verdicts())) == (4, ["a"])
    assert "rows.jsonl:2: not JSON" in done.err


def test_a_rule_that_crashes_refuses_the_program_and_is_exit_code_4(command: Any, folder: Path) -> None:
    (folder / "a.py").write_text(CLEAN + "crash\n")
    done = command("gate", "programs", "--out", "v.jsonl", "--rules", Path(__file__).parent / "crashing_rules")
    verdict = verdicts("v.jsonl")["a.py"]
    assert (done.code, verdict["verdict"], verdict["reasons"]) == (4, "refused", ["not-analysed"])
    assert verdict["explanations"] == ["not analysed: T002 crashing crashed: ValueError: this rule"]


def test_a_policy_of_ones_own_decides(command: Any, folder: Path, marking_rules: Path) -> None:
    (folder / "a.py").write_text(FLAGGED.format("warning"))
    (folder / "b.py").write_text(FLAGGED.format("error"))
    Path("p.toml").write_text(
        'name = "mine"\ndefault = "approved"\n'
        '[[clause]]\nverdict = "refused"\ncodes = ["flagged-call"]\nseverity = "error"\n'
        '[[clause]]\nverdict = "observe"\ncodes = ["T0*"]\n'
    )
    command("gate", "programs", "--policy", "p.toml", "--rules", marking_rules, "--out", "v.jsonl")
    found = verdicts("v.jsonl")
    assert [(verdict["verdict"], verdict["reasons"]) for verdict in found.values()] == [
        ("observe", ["T001"]),
        ("refused", ["T001"]),
    ]


def test_suppressing_a_finding_is_no_option_of_the_gate(command: Any, folder: Path) -> None:
    (folder / "a.py").write_text(UNSAFE)
    for option in ("--suppressions", "--baseline"):
        done = command("gate", "programs", option, "file")
        assert (done.code, done.out) == (2, b"")


def test_the_number_of_options_comes_from_the_row_or_the_package(command: Any, folder: Path) -> None:
    row = {"id": "a", "source": CLEAN, "options": ["w", "x", "y"]}
    Path("rows.jsonl").write_text(json.dumps(row) + "\n" + json.dumps({"id": "b", "source": CLEAN}) + "\n")
    command("gate", "rows.jsonl", "--out", "v.jsonl")
    assert [verdict["option_count"] for verdict in verdicts("v.jsonl").values()] == [3, 5]
    package = folder / "package"
    (package / "programs" / "g" / "d").mkdir(parents=True)
    (package / "programs" / "g" / "d" / "i.0.py").write_text(CLEAN)
    digest = hashlib.sha256(CLEAN.encode()).hexdigest()
    program = {
        "program_id": "g/d/i.0.py",
        "dataset": "d",
        "item_id": "i",
        "generator": "g",
        "sample": 0,
        "sha256": digest,
    }
    options = [{"id": "A", "text": "x"}, {"id": "B", "text": "y"}]
    item = {"item_id": "i", "dataset": "d", "question": "?", "options": options, "correct_ids": ["A"]}
    item |= {"source": "s", "licence": "l", "redistributable": True}
    (package / "manifest.json").write_text(json.dumps({"name": "p", "contract": "cgr", "sha256": {}}))
    (package / "programs.jsonl").write_text(json.dumps(program) + "\n")
    (package / "items.jsonl").write_text(json.dumps(item) + "\n")
    done = command("gate", package, "--out", "v.jsonl")
    assert done.code == 0, done.err
    assert verdicts("v.jsonl")["g/d/i.0.py"]["option_count"] == 2


def test_the_policy_is_printed_as_it_can_be_given(command: Any, folder: Path) -> None:
    done = command("gate", "--print-policy")
    assert (done.code, done.out.decode()) == (0, default_policy_text())
    Path("p.toml").write_bytes(done.out)
    registry = load_registry()
    assert load_policy(Path("p.toml"), registry).digest == load_policy(None, registry).digest


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "x"\ndefault = "approved', "not valid TOML"),
        (
            'name = "x"\ndefault = "fine"\n',
            "/default: 'approved', 'observe' or 'refused' is expected, not the text 'fine'",
        ),
        (
            'name = "x"\ndefault = "approved"\n[[clause]]\nverdict = "refused"\ncodes = ["CGR777"]\n',
            "/clause/0/codes: no rule 'CGR777'",
        ),
        ('name = "x"\ndefault = "approved"\n[[clause]]\nverdict = "refused"\n', "/clause/0"),
    ],
)
def test_an_invalid_policy_is_exit_code_2_and_one_line(command: Any, folder: Path, text: str, message: str) -> None:
    (folder / "a.py").write_text(CLEAN)
    Path("p.toml").write_text(text)
    done = command("gate", "programs", "--policy", "p.toml")
    assert (done.code, done.out) == (2, b"")
    assert done.err.startswith(f"cgr-audit: p.toml: {message}")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing"], "missing: no such file or folder"),
        (["programs", "--policy", "none.toml"], "none.toml: cannot read the policy"),
        (["programs", "--contract", "nobody"], "no contract named 'nobody'"),
        ([], "gate needs at least one PATH"),
    ],
)
def test_wrong_usage_is_exit_code_2(command: Any, folder: Path, arguments: list[str], message: str) -> None:
    done = command("gate", *arguments)
    assert (done.code, done.out) == (2, b"")
    assert message in done.err


def test_verdicts_are_the_same_bytes_however_many_work(command: Any, folder: Path) -> None:
    for number in range(40):
        (folder / f"{number}.py").write_text((CLEAN, UNSAFE, NO_RETURN)[number % 3] + "#" * number)
    assert command("gate", folder).out == command("gate", folder, "--jobs", "2").out


UNLOCKED = """def solve(question):
    reply = llm_model(question, {})
    votes = ["B", "B"] + [extract_answer(reply)] * (3 * reply.count("zxqv"))
    return max(votes, key=votes.count), None, 3
"""


def test_programs_that_would_be_approved_are_probed_and_judged_by_that(command: Any, folder: Path) -> None:
    (folder / "clean.py").write_text(CLEAN)
    (folder / "unlocked.py").write_text(UNLOCKED)
    (folder / "unsafe.py").write_text(UNSAFE)
    without = command("gate", "programs", "--out", "verdicts.jsonl")
    assert "3 programs: 2 approved, 0 observe, 1 refused · not probed · " in without.err
    assert {verdict["probed"] for verdict in verdicts().values()} == {None}
    done = command("gate", "programs", "--probe", "--out", "verdicts.jsonl")
    found = verdicts()
    assert done.code == 1
    assert "3 programs: 1 approved, 1 observe, 1 refused · 2 probed · " in done.err
    assert found["unsafe.py"]["probed"] is None
    assert (found["clean.py"]["verdict"], found["clean.py"]["probed"]["sensitivity"]) == ("approved", "sensitive")
    assert (found["unlocked.py"]["verdict"], found["unlocked.py"]["reasons"]) == ("observe", ["CGR901"])
    assert "only planted replies change it" in found["unlocked.py"]["explanations"][0]
    assert (found["unlocked.py"]["probed"]["seeds"], found["unlocked.py"]["probed"]["runs"] > 5) == ([0], True)


PRIOR_ON_ONE_ITEM = """
def solve(question, options):
    scores = {option["id"]: 100 * option["text"].count("Argon") for option in options}
    listing = " ".join(option["id"] + ". " + option["text"] for option in options)
    for _ in range(3):
        vote = extract_answer(llm_model(f"{question} {listing} One letter.", {}))
        if vote in scores:
            scores[vote] += 1
    return max(scores, key=scores.get), None, 3
"""


def test_a_program_whose_answer_no_solver_changes_on_one_of_its_items_is_observed(command: Any, folder: Path) -> None:
    (folder / "prior.py").write_text(PRIOR_ON_ONE_ITEM)
    texts = {"which planet": ("Venus", "Mercury", "Mars"), "which gas": ("Oxygen", "Argon", "Helium")}
    items = [
        {"item_id": f"q{number}", "dataset": "d", "question": question, "correct_ids": ["A"], "source": "s",
         "licence": "l", "redistributable": True,
         "options": [{"id": letter, "text": text} for letter, text in zip("ABC", said, strict=True)]}
        for number, (question, said) in enumerate(texts.items())
    ]  # fmt: skip
    Path("items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))
    command("gate", "programs", "--probe", "--items", "items.jsonl", "--out", "verdicts.jsonl")
    found = verdicts()["prior.py"]
    assert (found["verdict"], found["reasons"], found["probed"]["sensitivity"]) == ("observe", ["CGR901"], "partly")
    assert "(on the item 'q1')" in found["explanations"][0]


def test_items_without_a_probe_are_a_usage_error(command: Any, folder: Path) -> None:
    (folder / "clean.py").write_text(CLEAN)
    done = command("gate", "programs", "--items", "items.jsonl")
    assert (done.code, done.out) == (2, b"")
    assert "--items says what programs are probed on: give --probe as well" in done.err


LOOP = """def solve(question):
    while True:
        if llm_model(question, {}) == "A":
            return "A", None, 3
"""


@pytest.fixture
def mixed(folder: Path) -> Path:
    (folder / "clean.py").write_text(CLEAN)
    (folder / "unsafe.py").write_text(UNSAFE)
    (folder / "loop.py").write_text(LOOP)
    return folder


def test_a_terminal_shows_the_listing_that_pipeline_prints(
    command: Any, mixed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    expected = [
        "approved: 1 program",
        "observe: 1 program",
        "  programs/loop.py",
        "      CGR301 unbounded-solver-loop in line 2: unbounded solver calls in this loop",
    ]
    shown = command("gate", "programs", "--out", "v.jsonl").out.decode().splitlines()
    assert [*shown[:4], shown[-3]] == [*expected, "refused: 1 program"]
    assert list(verdicts("v.jsonl")) == ["clean.py", "loop.py", "unsafe.py"]
    assert command("gate", "programs", "--format", "jsonl").out == Path("v.jsonl").read_bytes()


@pytest.mark.parametrize("shape", ["jsonl", *FORMATS])
def test_every_format_ends_alike_and_leaves_the_records_to_out(command: Any, mixed: Path, shape: str) -> None:
    done = command("gate", "programs", "--format", shape, "--out", "v.jsonl")
    assert done.code == 1
    assert list(verdicts("v.jsonl")) == ["clean.py", "loop.py", "unsafe.py"]
    assert done.err.startswith("3 programs: 1 approved, 1 observe, 1 refused · not probed · ")
    if shape == "jsonl":
        assert done.out == b""
    else:
        text = done.out.decode()
        assert "CGR301" in text
        assert "CGR403" in text
        assert ("clean.py" in text) is (shape in {"json", "junit"})


def test_the_document_of_verdicts_fits_its_schema(command: Any, mixed: Path) -> None:
    document = json.loads(command("gate", "programs", "--format", "json").out)
    assert check_record("gate", document) is None
    assert [check_record("verdict", verdict) for verdict in document["verdicts"]] == [None] * 3
    assert document["summary"] == {"programs": 3, "approved": 1, "observe": 1, "refused": 1, "unreadable": 0}
    assert document["policy"]["name"] == "default"


def test_a_finding_in_a_format_says_the_verdict_that_it_led_to(command: Any, mixed: Path) -> None:
    lines = command("gate", "programs", "--format", "concise").out.decode().splitlines()
    assert "programs/unsafe.py:5:5: error: CGR403 file-or-network-access: refused: os.system " in lines[-1]
    assert "programs/loop.py: warning: call-bound: observe: its number of solver calls is unbounded" in lines
    command("gate", "programs", "--format", "markdown")


@pytest.mark.parametrize(
    ("fail_on", "names", "code"),
    [
        ("refused", ["loop.py", "clean.py"], 0),
        ("refused", ["loop.py", "unsafe.py"], 1),
        ("observe", ["loop.py", "clean.py"], 1),
        ("observe", ["clean.py"], 0),
        ("never", ["loop.py", "unsafe.py"], 0),
    ],
)
def test_fail_on_says_from_which_verdict_on_the_exit_code_is_1(
    command: Any, mixed: Path, fail_on: str, names: list[str], code: int
) -> None:
    paths = [mixed / name for name in names]
    done = command("gate", *paths, "--fail-on", fail_on, "--format", "junit")
    assert done.code == code
    assert (b"<failure" in done.out) is bool(code)


def test_an_unknown_format_is_a_usage_error(command: Any, mixed: Path) -> None:
    done = command("gate", "programs", "--format", "xml")
    assert (done.code, done.out) == (2, b"")
    assert "no format 'xml'; there are jsonl, terminal, concise, json" in done.err

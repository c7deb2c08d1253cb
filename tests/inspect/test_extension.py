"""The extension as Inspect finds it by its entry point, on a log that Inspect writes with its mock model.

Needs the extra ``inspect``: ``pip install 'cgr-audit[inspect]'``.
"""

from __future__ import annotations

import importlib.util
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

NEEDED = [name for name in ("inspect_ai", "inspect_scout") if importlib.util.find_spec(name) is None]
if NEEDED:
    pytest.skip(f"{' and '.join(NEEDED)} not installed: pip install 'cgr-audit[inspect]'", allow_module_level=True)

from inspect_ai import Task, eval, score  # noqa: A004, E402
from inspect_ai.approval import ApprovalPolicy  # noqa: E402
from inspect_ai.dataset import Sample  # noqa: E402
from inspect_ai.log import EvalLog, read_eval_log  # noqa: E402
from inspect_ai.model import ModelOutput, ModelUsage, get_model  # noqa: E402
from inspect_ai.scorer import includes  # noqa: E402
from inspect_ai.solver import generate, use_tools  # noqa: E402
from inspect_ai.tool import Tool, tool  # noqa: E402
from inspect_ai.util import registry_create  # noqa: E402
from inspect_scout import scan, scan_results_df, transcripts_from  # noqa: E402

from cgr_audit.errors import UsageError  # noqa: E402
from cgr_audit.source.collect import collect  # noqa: E402
from cgr_audit.source.program import Program  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # Inspect's own, and those of what it stands on

HONEST = 'def solve(question, options):\n    return extract_answer(llm_model(question, {})), "B", 3\n'
LITERAL = 'def solve(question, options):\n    return "B", "B", 3\n'
COMPLETIONS = {"honest": f"```python\n{HONEST}```\n", "literal": LITERAL, "prose": "It is B."}


def used(output: ModelOutput) -> ModelOutput:
    """An output that says its tokens, which else are counted with a vocabulary from the network."""
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def model(*outputs: ModelOutput) -> Any:
    return get_model("mockllm/generator", custom_outputs=[used(output) for output in outputs], memoize=False)


@pytest.fixture(scope="module", autouse=True)
def as_installed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Inspect asks the installed metadata which package a module is of, and the checkout holds some of a build too.

    The records of these audits stay out of the user's cache.
    """
    checkout = Path(__file__).resolve().parent.parent.parent
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [entry for entry in sys.path if Path(entry or ".").resolve() != checkout])
        patch.setenv("CGR_AUDIT_CACHE", str(tmp_path_factory.mktemp("records")))
        yield


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> EvalLog:
    """A log of three samples: an honest program, one that returns a literal, and no program."""
    outputs = [ModelOutput.from_content("mockllm/generator", text) for text in COMPLETIONS.values()]
    task = Task(dataset=[Sample(id=name, input=f"Q {name}?", target="B") for name in COMPLETIONS],
                solver=generate(), scorer=includes(), name="programs")  # fmt: skip
    [done] = eval(task, model=model(*outputs), log_dir=str(tmp_path_factory.mktemp("logs")), display="none",
                  max_samples=1)  # fmt: skip
    assert done.status == "success"
    return done


def test_inspect_finds_everything_by_name_through_the_entry_point() -> None:
    [point] = [point for point in entry_points(group="inspect_ai") if point.name == "cgr_audit"]
    assert point.value == "cgr_audit.inspect.registry"
    for kind, name in (("scorer", "program_verdict"), ("scorer", "answer_provenance"), ("approver", "program_gate"),
                       ("scanner", "program_findings"), ("scanner", "program_verdict")):  # fmt: skip
        assert registry_create(kind, f"cgr_audit/{name}") is not None  # type: ignore[call-overload]


def test_samples_are_marked_by_verdict_and_provenance(log: EvalLog) -> None:
    scorers = [registry_create("scorer", f"cgr_audit/{name}") for name in ("program_verdict", "answer_provenance")]
    scored = score(log, scorers, action="append", model="mockllm/model", display="none")
    assert scored.samples is not None
    marks = {sample.id: sample.scores for sample in scored.samples}
    assert {name: scores["program_verdict"].answer for name, scores in marks.items()} == {
        "honest": "approved", "literal": "observe", "prose": "no program",
    }  # fmt: skip
    assert {name: scores["answer_provenance"].answer for name, scores in marks.items()} == {
        "honest": "solver", "literal": "literal", "prose": "no program",
    }  # fmt: skip
    assert marks["literal"]["program_verdict"].value == {"approved": 0, "observe": 1, "refused": 0, "no program": 0}
    assert scored.results is not None
    shares = {(each.scorer, each.name): each.metrics["mean"].value for each in scored.results.scores
              if "mean" in each.metrics}  # fmt: skip
    assert shares["program_verdict", "observe"] == pytest.approx(1 / 3)
    assert shares["answer_provenance", "solver"] == pytest.approx(1 / 3)


def test_exported_scores_are_read_back_with_findings_and_reasons(log: EvalLog, tmp_path: Path) -> None:
    from cgr_audit.inspect import export_scores

    export_scores(log.location, tmp_path / "scored.eval")
    read = read_eval_log(str(tmp_path / "scored.eval"))
    assert read.samples is not None
    [literal] = [sample.scores for sample in read.samples if sample.id == "literal"]
    assert literal is not None
    assert list(literal) == ["includes", "program_verdict", "answer_provenance"]
    explained = literal["program_verdict"].explanation or ""
    assert explained.startswith("#message-2: observe: CGR108 no-solver-call in line 1: ")
    [program] = (literal["program_verdict"].metadata or {})["programs"]
    assert [finding["code"] for finding in program["findings"]] == ["CGR108", "CGR201"]
    with pytest.raises(UsageError, match="would be overwritten"):
        export_scores(log.location, log.location)


def test_scanners_report_findings_and_verdicts_of_transcripts(log: EvalLog, tmp_path: Path) -> None:
    scanners = [registry_create("scanner", f"cgr_audit/{name}") for name in ("program_findings", "program_verdict")]  # type: ignore[call-overload]
    status = scan(scanners, transcripts=transcripts_from(log.location), scans=str(tmp_path), display="none",
                  max_processes=1)  # fmt: skip
    assert status.complete
    found = scan_results_df(status.location).scanners
    findings = found["program_findings"]
    assert sorted(zip(findings["label"], findings["value"], strict=True)) == [
        ("CGR108", "error"),
        ("CGR201", "error"),
        ("CGR502", "warning"),
    ]
    assert all(explained.startswith("[M2] #message-2:") for explained in findings["explanation"])
    verdicts = found["program_verdict"]["value"].dropna()
    assert sorted(verdicts) == ["approved", "observe"]


@tool
def python() -> Tool:
    """A tool that would run Python."""

    async def execute(code: str) -> str:
        """Run Python.

        Args:
            code: the program.
        """
        return f"ran {len(code)} characters"

    return execute


def test_refused_code_of_a_tool_call_is_not_run(tmp_path: Path) -> None:
    approver = registry_create("approver", "cgr_audit/program_gate")
    calls = [ModelOutput.for_tool_call("mockllm/generator", "python", {"code": code})
             for code in ("import os\nos.remove('x')\n", "print(1 + 1)\n")]  # fmt: skip
    task = Task(dataset=[Sample(input="Q?", target="done")], solver=[use_tools(python()), generate()],
                scorer=includes(), approval=[ApprovalPolicy(approver, "*")])  # fmt: skip
    [done] = eval(task, model=model(*calls, ModelOutput.from_content("mockllm/generator", "done")),
                  log_dir=str(tmp_path), display="none")  # fmt: skip
    assert done.samples is not None
    refused, ran = [message for message in done.samples[0].messages if message.role == "tool"]
    assert refused.error is not None
    assert "CGR403 file-or-network-access in line 2" in refused.error.message
    assert ran.text == "ran 13 characters"


def test_the_log_is_audited_without_inspect(log: EvalLog) -> None:
    programs = [found for found in collect([log.location]) if isinstance(found, Program)]
    assert sorted(program.data.decode() for program in programs) == sorted([HONEST, LITERAL])

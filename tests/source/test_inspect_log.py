"""Programs in logs of Inspect, one of which Inspect itself wrote, compressed as it does."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

import pytest

from cgr_audit.source.collect import collect
from cgr_audit.source.collected import Skipped, Unreadable
from cgr_audit.source.inspect_log import Log
from cgr_audit.source.program import Program
from tests.inspect_logs import WRITTEN_BY_INSPECT, said, write_log

FENCED = (
    "Here is the program:\n\n```python\ndef solve(question, options):\n    reply = llm_model(question, {})\n"
    '    return extract_answer(reply), "B", 3\n```\n\nIt asks once.\n'
)


def test_the_programs_of_a_log_are_collected_with_their_message_and_without_their_fence() -> None:
    skipped: list[Skipped] = []
    broken, fenced, call = collect([WRITTEN_BY_INSPECT], base=WRITTEN_BY_INSPECT.parent, on_skip=skipped.append)
    assert isinstance(broken, Program)
    assert isinstance(fenced, Program)
    assert isinstance(call, Program)
    assert (fenced.program_id, fenced.path.rpartition("mixed.eval")[2], fenced.container) == (
        "mixed.eval/fenced.1#message-2", ":fenced.1#message-2", fenced.path.removesuffix(":fenced.1#message-2"),
    )  # fmt: skip
    assert fenced.data.decode() == "\n".join(FENCED.split("\n")[3:6]) + "\n"
    assert fenced.derived_from == hashlib.sha256(FENCED.encode()).hexdigest()
    assert dict(fenced.fields) == {"sample": "fenced", "epoch": 1}
    assert (broken.program_id, broken.data[:9]) == ("mixed.eval/broken.1#message-2", b"```python")
    assert (call.program_id, call.data) == (
        "mixed.eval/tool.1#message-2-call-1", b"import os\nprint(os.listdir('.'))\n",
    )  # fmt: skip
    [one] = skipped
    assert (one.path.rpartition(":")[2], one.reason) == (
        "prose.1", "1 sample without a program, of which this is the first",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("sample", "programs"),
    [
        (said("def f():\n    return 1\n"), [b"def f():\n    return 1\n"]),
        (said("ANSWER: B"), []),
        (
            said([{"type": "reasoning", "reasoning": "x = 1"}, {"type": "text", "text": "```py\nx = 1\n```"}]),
            [b"x = 1\n"],
        ),
        (said("attachment://abc") | {"attachments": {"abc": "import re\nprint(re)\n"}}, [b"import re\nprint(re)\n"]),
        (said("```bash\nls\n```"), []),
        (said("", tool_calls=[{"arguments": {"cmd": "ls"}}, {"arguments": {"code": "1 +"}}]), [b"1 +"]),
        ({"output": {"choices": [{"message": {"role": "assistant", "content": "x = f()"}}]}}, [b"x = f()"]),
        ({"messages": [{"role": "user", "content": "```python\nx = 1\n```"}]}, []),
    ],
)
def test_only_what_the_model_wrote_as_code_is_a_program(
    tmp_path: Path, sample: dict[str, object], programs: list[bytes]
) -> None:
    log = write_log(tmp_path / "a.eval", [{"id": "q", **sample}])
    assert [found.data for found in collect([log]) if isinstance(found, Program)] == programs


def test_a_sample_that_is_damaged_is_reported_and_the_others_are_read(tmp_path: Path) -> None:
    data = bytearray(WRITTEN_BY_INSPECT.read_bytes())
    with zipfile.ZipFile(WRITTEN_BY_INSPECT) as archive:
        entry = archive.getinfo("samples/fenced_epoch_1.json")
    place = entry.header_offset + 200
    data[place : place + 40] = bytes(40)
    (tmp_path / "damaged.eval").write_bytes(data)
    found = list(collect([tmp_path / "damaged.eval"]))
    [lost] = [one for one in found if isinstance(one, Unreadable)]
    assert lost.path.endswith("damaged.eval:samples/fenced_epoch_1.json")
    assert lost.reason.startswith("the log is damaged here: ")
    assert sum(isinstance(one, Program) for one in found) == 2


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ({"a.py": "x = 1"}, "not a log of Inspect: header.json does not say what was evaluated"),
        ({"header.json": "{"}, "not JSON that can be read"),
        ({"header.json": '{"eval": {}}', "samples/a.json": '{"id": "a"}'}, "not a sample: it has no id and epoch"),
    ],
)
def test_an_archive_that_is_no_log_is_called_so(tmp_path: Path, entries: dict[str, str], reason: str) -> None:
    with zipfile.ZipFile(tmp_path / "a.eval", "w") as archive:
        for name, text in entries.items():
            archive.writestr(name, text)
    [found] = collect([tmp_path / "a.eval"])
    assert isinstance(found, Unreadable)
    assert found.reason.endswith(reason)


def test_an_evaluation_that_did_not_finish_still_says_what_it_was(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.eval", "w") as archive:
        archive.writestr("_journal/start.json", '{"eval": {"task": "t", "model": "m"}}')
    assert Log(tmp_path / "a.eval").header() == {"task": "t", "model": "m"}


def test_generated_text_of_that_ending_stays_a_program(tmp_path: Path) -> None:
    (tmp_path / "a.eval").write_bytes(b"x = 1\n")
    [found] = collect([tmp_path / "a.eval"])
    assert isinstance(found, Program)

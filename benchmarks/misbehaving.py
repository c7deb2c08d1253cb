"""What a run makes of a model's address that misbehaves, in every way that is known: rows, calls and exit code.

    python -m benchmarks.misbehaving [--only WORD]

Each way is a run of its own over three items of the demo, against the tests' scripted service. The second request
misbehaves, and those after it where that says so. Waits between tries are shortened, and 5 failures in a row end a
run instead of 20.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from unittest import mock

from cgr_audit.cli.app import command_line
from cgr_audit.solvers.openai import KEY_VARIABLE
from cgr_audit.solvers.service import Patience
from corpus.live import write_live_package
from tests.scripted_service import Endpoint, Sent, completion, serving

ITEMS = 3
GOOD = completion("B", prompt_tokens=12, completion_tokens=1)
WHOLE = Sent(200, GOOD)
FILTERED = b'{"error": {"code": "content_filter", "message": "no"}}'
HASTY = partial(
    Patience, tries=3, first_tries=2, try_s=1, least_try_s=1, first_wait_s=0, longest_wait_s=0.01, failures=5
)


@dataclass(frozen=True, slots=True)
class Way:
    """A way to misbehave."""

    name: str
    answers: tuple[Sent, ...]
    """What is answered after one good response; then all is well again."""
    is_lasting: bool = False
    """Whether the last of them is answered for ever."""
    from_the_first: bool = False
    options: tuple[str, ...] = ()


WAYS = (
    Way("nothing: a whole answer", (WHOLE,)),
    Way("content: null", (Sent(200, completion(None)),)),
    Way("empty content", (Sent(200, completion("")),)),
    Way("only reasoning, in a list of parts", (Sent(200, completion([{"type": "thinking", "text": "B?"}])),)),
    Way("content as a list of parts", (Sent(200, completion([{"type": "text", "text": "B"}])),)),
    Way("cut off: finish_reason length", (Sent(200, completion("B and", "length")),)),
    Way("filtered response", (Sent(200, completion("I", "content_filter")),)),
    Way("prompt refused by a filter", (Sent(400, FILTERED),)),
    Way("a lone surrogate", (Sent(200, completion("B \ud83d")),)),
    Way("429 with Retry-After", (Sent(429, b"slow down", {"Retry-After": "0"}),) * 2),
    Way("500, then well again", (Sent(500, b"oops"),) * 2),
    Way("a page of HTML", (Sent(200, b"<html>"),)),
    Way("a stream of events", (Sent(200, b"data: {}\n\n", {"Content-Type": "text/event-stream"}),)),
    Way(
        "a chunk of a negative length",
        (Sent(200, b"-5\r\nB", {"Transfer-Encoding": "chunked", "Connection": "close"}, cut=5),),
    ),
    Way("the key, quoted", (Sent(400, b"no key sk-benchmark"),)),
    Way("half a response", (Sent(200, GOOD, cut=20),)),
    Way("a connection that ends at once", (Sent(200, GOOD, {"Connection": "close"}, cut=0),)),
    Way("a response that stalls", (Sent(200, GOOD, trickle_s=30),)),
    Way("a response of 17 MB", (Sent(200, b"x" * (17 << 20)),)),
    Way("400 for one request", (Sent(400, b"no"),)),
    Way("503 for ever", (Sent(503, b"down"),), is_lasting=True),
    Way("400 for ever", (Sent(400, b"no"),), is_lasting=True),
    Way("wrong key", (Sent(401, b"who are you?"),), is_lasting=True, from_the_first=True),
    Way("unknown model", (Sent(404, b"no such model"),), is_lasting=True, from_the_first=True),
    Way("redirection", (Sent(302, b"over there"),), is_lasting=True, from_the_first=True),
    Way("503 from the first request", (Sent(503, b"down"),), is_lasting=True, from_the_first=True),
    Way("nobody listens", ()),
    Way("no number of tokens, with a budget", (Sent(200, completion("B")),), options=("--max-tokens-total", "9999")),
    Way("a budget of 5 calls", (WHOLE,), options=("--max-calls", "5")),
)


def main() -> None:
    """Print a line for each way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="Only ways whose names hold this.")
    wanted = [way for way in WAYS if parser.parse_args().only in way.name]
    with mock.patch("cgr_audit.solvers.openai.Patience", HASTY), tempfile.TemporaryDirectory() as folder:
        package, verdicts = Path(folder) / "package", Path(folder) / "verdicts.jsonl"
        os.environ["CGR_AUDIT_CACHE"] = str(Path(folder) / "cache")
        os.environ[KEY_VARIABLE] = "sk-benchmark"
        write_live_package(package, ITEMS)
        _command("gate", package, "--out", verdicts)
        print(f"{'way':<36} {'exit':>4} {'sent':>5}  {'calls':<34} rows")
        for number, way in enumerate(wanted):
            _try(way, package, verdicts, Path(folder) / str(number))


def _try(way: Way, package: Path, verdicts: Path, out: Path) -> None:
    with serving() as endpoint:
        address = endpoint.base_url if way.answers else "http://127.0.0.1:9/v1"
        endpoint.answers = [
            *([] if way.from_the_first else [WHOLE]),
            *way.answers,
            *([] if way.is_lasting else [WHOLE]),
        ]
        solver = f"openai:{address}#any"
        arguments = (
            "--verdicts",
            verdicts,
            "--solver",
            solver,
            "--out",
            out,
            "--jobs",
            "2",
            "--no-cache",
            *way.options,
        )
        code, said = _command("run", package, *arguments)
        _show(way, code, said, out, endpoint)


def _show(way: Way, code: int, said: str, out: Path, endpoint: Endpoint) -> None:
    calls = Counter(str(call["status"] or "failed") for call in _records(out / "calls.jsonl"))
    rows = Counter(row["outcome"] for row in _records(out / "results.jsonl"))
    listed = ", ".join(f"{count} {name}" for name, count in sorted(calls.items())) or "none written"
    ended = ", ".join(f"{count} {name}" for name, count in sorted(rows.items())) or "none written"
    print(f"{way.name:<36} {code:>4} {len(endpoint.requests):>5}  {listed:<34} {ended}")
    if code:
        print(f"{'':<48} {said.splitlines()[-1].replace(endpoint.base_url, 'ADDRESS')[:200]}")


def _records(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


def _command(*arguments: object) -> tuple[int, str]:
    """How a command ends, and what it says to standard error."""
    sys.argv = ["cgr-audit", *map(str, arguments)]
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        try:
            command_line()
        except SystemExit as ended:
            return int(ended.code or 0), said.getvalue()


if __name__ == "__main__":
    main()

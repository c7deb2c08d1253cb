"""Audit damaged and hostile inputs with the real command, and see that none is lost, hangs or crashes a rule.

    python -m benchmarks.mutations [--count 100000] [--start 0] [--seed 1] [--jobs 2] [--data FOLDER] [--keep FOLDER]

Inputs are programs of the demo, of the data folder and of this package with bytes flipped, lines cut, repeated and
swapped, statements moved, names exchanged, encodings changed and ends missing; deep nestings, lines of a megabyte,
random text, one construct again and again; and every file of CPython's own ``test`` package, where this host has it.
Ends with 1 if the command says anything unexpected, loses a program, if a rule crashes, or if a program of less than
100 kB takes longer than five seconds; ``--keep`` saves the culprits.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import keyword
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from sysconfig import get_path

import pyarrow as pa
import pyarrow.parquet as pq

from corpus.hostile_shapes import SHAPES

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("CGR_AUDIT_DATA", ROOT.parent / "shared" / "data"))
BATCH = 2_000
DEADLINE = 5
SMALL = 100_000
"""Bytes; a program of fewer must be analysed within the deadline."""
RARE = 500
"""One input in so many is a huge one."""


def main() -> int:
    """Make the inputs, audit them in batches, and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--start", type=int, default=0, help="leave out so many, to go on where a run was ended")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    result = Result(options.keep)
    inputs = islice(all_inputs(options.data, random.Random(options.seed)), options.start, options.start + options.count)
    started = time.perf_counter()
    while batch := list(islice(inputs, BATCH)):
        audit(batch, options.jobs, result)
        print(f"{result.audited} inputs, {time.perf_counter() - started:.0f} s: {dict(result.statuses)}", flush=True)
    took = time.perf_counter() - started
    print(f"{result.audited} inputs, {took:.0f} s, `cgr-audit audit --jobs {options.jobs} --no-cache`; by kind:")
    print("  " + ", ".join(f"{count} {kind}" for kind, count in sorted(result.kinds.items())))
    print(f"statuses: {dict(result.statuses)}")
    print(
        f"cut off at {DEADLINE} s: {len(result.slow)} of {SMALL // 1000} kB or more: {', '.join(result.slow) or 'none'}"
    )
    print(f"ended their process, or were too large: {result.ended}")
    for fault in result.faults:
        print(f"FAULT {fault}")
    print("no traceback, no hang, no lost program, no crash of a rule" if not result.faults else "faults: see above")
    return 1 if result.faults else 0


@dataclass
class Result:
    """What came of all batches so far."""

    keep: Path | None
    audited: int = 0
    ended: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    slow: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def fault(self, said: str, name: str = "", data: bytes = b"") -> None:
        """Note a fault, and keep the program that brought it about."""
        self.faults.append(f"{name}: {said}" if name else said)
        if self.keep is not None and name:
            self.keep.mkdir(parents=True, exist_ok=True)
            (self.keep / (name.replace("/", "_")[-150:] + ".py")).write_bytes(data)


def audit(batch: Sequence[tuple[str, bytes]], jobs: int, result: Result) -> None:
    """Audit one batch with the real command, and hold its answer against the inputs."""
    inputs = dict(batch)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "inputs.parquet"
        pq.write_table(pa.table({"id": list(inputs), "source": pa.array(inputs.values(), pa.binary())}), file)
        command = [sys.executable, "-c", "from cgr_audit.cli.main import main; main()", "audit", str(file)]
        options = ["--format", "json", "--no-cache", "--jobs", str(jobs), "--deadline", str(DEADLINE)]
        done = subprocess.run([*command, *options], capture_output=True, check=False)
    said = done.stderr.decode("utf-8", "replace").splitlines()
    if done.returncode not in {0, 1} or any("Traceback" in line for line in said):
        result.fault(f"the command ended with {done.returncode} and said: {' | '.join(said)[:600]}")
    if not done.stdout:
        return
    document = json.loads(done.stdout)
    returned = {program["program_id"]: program for program in document["programs"]}
    for name in inputs.keys() - returned.keys():
        result.fault("lost", name, inputs[name])
    for failure in document["rule_failures"]:
        name = failure["program_id"]
        result.fault(f"{failure['code']} crashed: {failure['error']}", name, inputs[name])
    for finding in document["findings"]:
        name, message = finding["program_id"], finding["message"]
        if "took longer" in message:
            if len(inputs[name]) < SMALL:
                result.fault(f"took longer than {DEADLINE} s with {len(inputs[name])} bytes", name, inputs[name])
            else:
                result.slow.append(f"{name} ({len(inputs[name]) // 1000} kB)")
        elif "ended the parser's process" in message or "too large to be analysed" in message:
            result.ended += 1
    result.audited += len(inputs)
    result.statuses.update(program["status"] for program in returned.values())
    result.kinds.update(name.split("/")[0] for name in inputs)


def all_inputs(data: Path, chance: random.Random) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of every input: files of the host's ``test`` package first, then mutations without end."""
    tests = Path(get_path("stdlib")) / "test"
    for path in sorted(tests.rglob("*.py")):
        yield f"stdlib/{path.relative_to(tests)}", path.read_bytes()
    sources = originals(data)
    number = 0
    while True:
        number += 1
        if number % RARE == 0:
            kind = chance.choice(list(HUGE))
            yield f"{kind}/{number}", HUGE[kind](chance)
            continue
        kind = chance.choice([*MUTATIONS, *MOSTLY_PROGRAMS])
        mutated = chance.choice(sources)
        for _ in range(chance.choice((1, 1, 2, 5))):
            mutated = MUTATIONS[kind](mutated, chance)
        yield f"{kind}/{number}", mutated


def originals(data: Path) -> list[bytes]:
    """The programs that are mutated."""
    files = [*sorted((ROOT / "corpus").rglob("programs/*.py")), *sorted((ROOT / "rules").glob("*.py"))]
    found = [path.read_bytes() for path in files]
    for name in ("adas", "pot", "reflexion", "pal_aqua"):
        path = data / name / "programs.jsonl"
        if path.is_file():
            with path.open(encoding="utf-8") as lines:
                found.extend((json.loads(line)["source"] or "").encode() for line in islice(lines, 1_000))
    return found


def flipped(data: bytes, chance: random.Random) -> bytes:
    """Some bits changed."""
    changed = bytearray(data or b" ")
    for _ in range(chance.choice((1, 1, 3, 20))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def lines_changed(data: bytes, chance: random.Random) -> bytes:
    """Lines cut, repeated, swapped, or indented otherwise."""
    lines = data.splitlines(keepends=True) or [b"\n"]
    for _ in range(chance.choice((1, 2, 5))):
        one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(5):
            case 0 if len(lines) > 1:
                del lines[one]
            case 1:
                lines.insert(other, lines[one])
            case 2:
                lines[one], lines[other] = lines[other], lines[one]
            case 3:
                lines[one] = b" " * chance.randrange(9) + lines[one].lstrip(b" ")
            case _:
                lines[one] = lines[one].rstrip(b"\n")
    return b"".join(lines)


def token_changed(data: bytes, chance: random.Random) -> bytes:
    """A word or sign replaced by another that means something."""
    words = (
        b"(", b")", b"[", b"]", b"{", b"}", b":", b",", b"=", b"'", b'"', b"\\", b"lambda x: ", b"await ", b"yield ",
        b"return ", b"*", b"**", b"f'{x!r:{y}}'", b"global x\n", b"nonlocal x\n", b"match x:\n", b"del ", b"None",
        b"while True:\n", b"import os\n", b"\t", b"\f", b"\r", b"0x", b"1e999", b"9" * 5_000, b"...", b":=", b"->",
        b"@", b"async ", b"class A(A): pass\n", b"from x import *\n", b"def f(): return f()\n",
        b"try:\n pass\nfinally:\n pass\n",
    )  # fmt: skip
    start = chance.randrange(len(data) + 1)
    return data[:start] + chance.choice(words) + data[start + chance.choice((0, 0, 1, 10)) :]


def tree_changed(data: bytes, chance: random.Random) -> bytes:
    """Statements and expressions cut, repeated, swapped or put into others: mostly a program again."""
    try:
        tree = ast.parse(data)
        for _ in range(chance.choice((1, 3, 10))):
            parts = [
                part
                for node in ast.walk(tree)
                for _, part in ast.iter_fields(node)
                if isinstance(part, list) and part and isinstance(part[0], ast.stmt | ast.expr)
            ]
            if not parts:
                return data
            one, other = chance.choice(parts), chance.choice(parts)
            place = chance.randrange(len(one))
            if chance.random() < 0.3 and len(one) > 1:
                del one[place]
            elif isinstance(one[0], ast.stmt) == isinstance(other[0], ast.stmt):
                other.insert(chance.randrange(len(other) + 1), copy.deepcopy(one[place]))
        return ast.unparse(tree).encode("utf-8", "surrogatepass")
    except (SyntaxError, ValueError, RecursionError, AttributeError):
        return data


def names_changed(data: bytes, chance: random.Random) -> bytes:
    """One name given to what others stood for."""
    names = sorted(set(re.findall(rb"\b[a-zA-Z_]\w*\b", data)) - {word.encode() for word in keyword.kwlist})
    if not names:
        return data
    old, new = chance.choice(names), chance.choice((*names, b"solve", b"question", b"os", b"llm_model"))
    return re.sub(rb"\b" + old + rb"\b", new, data)


def cut_off(data: bytes, chance: random.Random) -> bytes:
    """The end or the beginning missing."""
    place = chance.randrange(len(data) + 1)
    return data[:place] if chance.random() < 0.8 else data[place:]


def spliced(data: bytes, chance: random.Random) -> bytes:
    """Wrapped in prose or fences, or run on with itself."""
    before = chance.choice((b"```python\n", b"Here is the program:\n\n", b"", b"# coding: latin-1\n", b"\xef\xbb\xbf"))
    return before + data + chance.choice((b"\n```\n", b"\nThat is all.", b"\n\n" + data, b"\nQ: ", b""))


def encoded(data: bytes, chance: random.Random) -> bytes:
    """Another encoding than the one that is declared."""
    text = data.decode("utf-8", "replace")
    codec = chance.choice(("utf-16", "utf-32-le", "utf-8-sig", "cp1252", "shift_jis", "utf-7"))
    cookie = chance.choice(("", "# coding: utf-16\n", "# coding: rot13\n", "# -*- coding: utf-8 -*-\n"))
    return (cookie + text).encode(codec, "replace")


def odd_characters(data: bytes, chance: random.Random) -> bytes:
    """Characters from anywhere in Unicode put in."""
    text = list(data.decode("utf-8", "replace"))
    for _ in range(chance.choice((1, 5, 50))):
        odd = chance.choice((chance.randrange(0x110000), chance.randrange(32), 0x200B, 0x202E, 0xFEFF, 0xD800, 0x0430))
        text.insert(chance.randrange(len(text) + 1), chr(odd))
    return "".join(text).encode("utf-8", "surrogatepass")


def nested(_data: bytes, chance: random.Random) -> bytes:
    """Something inside itself, some deep."""
    opening, closing = chance.choice(
        (
            ("(", ")"), ("[", "]"), ("{", "}"), ("f(", ")"), ("-", ""), ("not ", ""), ("lambda: ", ""), ("*", ""),
            ("x if x else ", ""), ("a.b", ""), ("x + ", ""), ("x[", "]"), ("{1: ", "}"), ("await ", ""),
            ("(yield ", ")"), ("[x for x in ", "]"),
            ("f'{", "}'"), ("x < ", ""), ("x and ", ""), ("x.replace('a', ", ")"),
            ("print(x) or ", ""),
        )
    )  # fmt: skip
    depth = chance.choice((10, 50, 99, 150, 199, 300, 900, 2_000, 3_000, 20_000))
    blocks = chance.choice(("if x:", "for x in y:", "while x:", "def f():", "class A:", "try:", "with x:", "match x:"))
    if chance.random() < 0.3:
        depth = min(depth, 120)
        return ("".join(" " * level + f"{blocks}\n" for level in range(depth)) + " " * depth + "pass\n").encode()
    return f"def solve(x):\n    y = {opening * depth}1{closing * depth}\n    return y\n".encode()


MUTATIONS: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "flipped": flipped,
    "lines": lines_changed,
    "tree": tree_changed,
    "names": names_changed,
    "token": token_changed,
    "cut": cut_off,
    "spliced": spliced,
    "encoded": encoded,
    "characters": odd_characters,
    "nested": nested,
}


MOSTLY_PROGRAMS = ("tree", "tree", "tree", "names", "names", "names")
"""Kinds that are taken oftener, since most of what the others give is refused before an analysis sees it."""


def long_line(chance: random.Random) -> bytes:
    """A megabyte in one line: a string, a sum, a list, a name, a comment, calls."""
    piece = chance.choice(
        (b"x", b"x + ", b"1, ", b"f(x); ", b"'a' ", b"\xc3\xa9", b"# ", b"x = 1; ", b"(", b"x.", b"lambda: ")
    )
    before, after = chance.choice(((b"y = [", b"0]\n"), (b"y = '", b"'\n"), (b"", b"\n"), (b"y = ", b"0\n")))
    return before + piece * (1_000_000 // len(piece)) + after


def many_lines(chance: random.Random) -> bytes:
    """A megabyte of short statements."""
    line = chance.choice(
        (
            b"x = 1\n", b"if x == 1:\n    x = 2\n", b"def f(x):\n    return x\n", b"x += llm_model(x, {})\n",
            b"x = x + y\n", b"for x in y:\n    z = x\n", b"try:\n    x()\nexcept Exception:\n    pass\n", b"\n",
            b"x = [x for x in y]\n",
        )
    )  # fmt: skip
    body = line * (chance.choice((30_000, 300_000, 1_000_000)) // len(line))
    if chance.random() < 0.5:
        return body
    return b"def solve(question, y):\n" + b"".join(b"    " + part for part in body.splitlines(keepends=True))


def noise(chance: random.Random) -> bytes:
    """Random bytes, or random characters."""
    if chance.random() < 0.5:
        return chance.randbytes(chance.choice((10, 10_000, 1_000_000)))
    characters = (chr(chance.randrange(0xD800)) for _ in range(chance.choice((10, 10_000, 300_000))))
    return "".join(characters).encode()


def one_shape(chance: random.Random) -> bytes:
    """One construct again and again."""
    return SHAPES[chance.choice(list(SHAPES))].text(chance.choice((30_000, 100_000, 300_000, 950_000))).encode()


HUGE: dict[str, Callable[[random.Random], bytes]] = {
    "long line": long_line,
    "many lines": many_lines,
    "noise": noise,
    "shape": one_shape,
}


if __name__ == "__main__":
    sys.exit(main())

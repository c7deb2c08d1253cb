"""How many requests a run keeps in flight at an address that takes its time, and what that costs in memory.

    python -m benchmarks.connections [--connections 200] [--latency-ms 300] [--items 800]

The address is a process of its own that answers each request after the same time; the run is the command, with a
program for each item that asks four times. The ideal rate is connections over latency. It is measured between the first
and the last tenth of the requests: what starting and ending take depends on the number of items alone.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from multiprocessing import Process, SimpleQueue
from pathlib import Path
from typing import NamedTuple

from cgr_audit.records.rows import Item, ProgramRecord
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers
from tests.scripted_service import completion

CALLS = 4
PROGRAM = (
    b"""
def solve(question, options):
    letters = [extract_answer(llm_model(f"{turn} {question}", {})) for turn in range(%d)]
    return max(letters, key=letters.count), "B", 4
"""
    % CALLS
)
BODY = completion("B", prompt_tokens=12, completion_tokens=1)
RESPONSE = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(BODY), BODY)
END = b"end of the answers"
SAMPLE_S = 0.2


class Sample(NamedTuple):
    """What a process has at a moment."""

    at: float
    resident: int
    """Bytes in memory."""
    processor_s: float
    """Seconds of processor time so far."""


def main() -> None:
    """Run the command against the address and print rate, requests in flight and memory."""
    options = _options()
    addresses: SimpleQueue[str] = SimpleQueue()
    served: SimpleQueue[list[tuple[float, float]]] = SimpleQueue()
    service = Process(target=_serve, args=(options.latency_ms / 1000, addresses, served), daemon=True)
    service.start()
    address = addresses.get()
    with tempfile.TemporaryDirectory() as folder:
        package = _package(Path(folder) / "package", options.items)
        verdicts = Path(folder) / "verdicts.jsonl"
        _command("gate", package, "--out", verdicts)
        samples = _run(package, verdicts, address, options, Path(folder))
    _stop(address)
    times = served.get()
    _show(times, samples, options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--latency-ms", type=float, default=300)
    parser.add_argument("--items", type=int, default=800)
    parser.add_argument("--memory", default="64MiB", help="The limit of one program; all in flight must fit.")
    return parser.parse_args()


def _package(folder: Path, count: int) -> Path:
    options = tuple({"id": letter, "text": f"option {letter}"} for letter in "ABC")
    names = [f"i{number:05}" for number in range(count)]
    write_items(folder, [Item(name, "d", f"What is {name}?", options, ("B",)) for name in names])
    digest = hashlib.sha256(PROGRAM).hexdigest()
    write_programs(folder, ((ProgramRecord(f"g/{name}.py", "d", name, "g", 0, digest), PROGRAM) for name in names))
    write_solvers(folder, {})
    write_manifest(folder, name="connections", contract="cgr", created="2026-01-01")
    return folder


def _command(*arguments: object) -> None:
    subprocess.run([sys.executable, "-m", "cgr_audit", *map(str, arguments)], check=True, stderr=subprocess.DEVNULL)


def _run(package: Path, verdicts: Path, address: str, options: argparse.Namespace, folder: Path) -> list[Sample]:
    """Run the package, and look at the process now and then."""
    arguments = ["run", package, "--verdicts", verdicts, "--solver", f"openai:{address}#any", "--out", folder / "out"]
    arguments += ["--max-connections", options.connections, "--limits", f"memory={options.memory}", "--no-cache"]
    samples: list[Sample] = []
    with subprocess.Popen([sys.executable, "-m", "cgr_audit", *map(str, arguments)]) as run:
        while run.poll() is None:
            samples.append(_sample(run.pid))
            time.sleep(SAMPLE_S)
    if run.returncode:
        sys.exit(run.returncode)
    return samples


def _sample(process: int) -> Sample:
    try:
        fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return Sample(time.monotonic(), 0, 0.0)
    ticks, pages = int(fields[11]) + int(fields[12]), int(fields[21])
    return Sample(time.monotonic(), pages * os.sysconf("SC_PAGE_SIZE"), ticks / os.sysconf("SC_CLK_TCK"))


def _show(times: list[tuple[float, float]], samples: list[Sample], options: argparse.Namespace) -> None:
    ended = sorted(end for _, end in times)
    first, last = ended[len(ended) // 10], ended[-len(ended) // 10]
    answered = sum(first < end <= last for end in ended)
    rate, ideal = answered / (last - first), 1000 * options.connections / options.latency_ms
    held_s = sum(max(0.0, min(end, last) - max(begin, first)) for begin, end in times)
    in_flight = held_s / (last - first)
    steady = [sample for sample in samples if first < sample.at <= last]
    before, after = steady[0], steady[-1]
    processor_s = after.processor_s - before.processor_s
    processor_ms = 1000 * processor_s / sum(before.at < end <= after.at for end in ended)
    print(f"requests        {len(times):,} in {ended[-1] - min(begin for begin, _ in times):.1f} s")
    print(f"rate            {rate:,.0f}/s of {ideal:,.0f}/s, {rate / ideal:.0%} of the ideal")
    print(f"in flight       {in_flight:.0f} of {options.connections}, {in_flight / options.connections:.0%}")
    print(f"real latency    {1000 * held_s / answered:.0f} ms, more than asked for where processors are short")
    print(f"memory          {before.resident >> 20:,} MB early, {after.resident >> 20:,} MB late")
    print(f"processor       {processor_ms:.2f} ms of the run's process for each request")


def _serve(latency_s: float, addresses: SimpleQueue[str], served: SimpleQueue[list[tuple[float, float]]]) -> None:
    """Answer every request after so many seconds, until one says that it is the end."""
    times: list[tuple[float, float]] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            try:
                head = await reader.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError:
                return
            length = next(
                int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-l")
            )
            begin = time.monotonic()
            if await reader.readexactly(length) == END:
                is_over.set()
                return
            await asyncio.sleep(latency_s)
            times.append((begin, time.monotonic()))
            writer.write(RESPONSE)

    async def serve() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=1024)
        addresses.put(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1")
        await is_over.wait()

    is_over = asyncio.Event()
    asyncio.run(serve())
    served.put(times)


def _stop(address: str) -> None:
    import http.client  # noqa: PLC0415
    from urllib.parse import urlsplit  # noqa: PLC0415

    connection = http.client.HTTPConnection(urlsplit(address).netloc)
    connection.request("POST", "/", body=END)
    connection.close()


if __name__ == "__main__":
    main()

"""Logs of Inspect (``.eval``), read without Inspect: a zip archive with a JSON document for each sample."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from cgr_audit.errors import UsageError
from cgr_audit.plural import counted
from cgr_audit.regular_file import open_regular
from cgr_audit.source.budget import Budget, BudgetSpentError, record_fault, size_of
from cgr_audit.source.collected import OnSkip, Skipped, Unreadable, reason_of
from cgr_audit.source.messages import programs_in_messages
from cgr_audit.source.program import Program

__all__ = ["Log", "is_log", "messages_of", "programs_in_log", "sample_name"]

_SUFFIX = ".eval"
_SAMPLE_BYTES = 64 * 1024 * 1024
"""The largest sample that is read; everything that happened in it is part of it."""
_HEADERS = ("header.json", "_journal/start.json")
"""What says of an evaluation what it was: the second also of one that did not finish."""
_ZSTANDARD = 93
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)


@dataclass(frozen=True, slots=True)
class Log:
    """A log, whose samples are read one by one."""

    path: Path

    def header(self) -> Mapping[str, Any]:
        """What was evaluated: ``task``, ``model``, ``dataset`` and more.

        Raises:
            UsageError: it is not a log that can be read.
        """
        found = dict(self._documents(lambda name: name in _HEADERS))
        name = next((name for name in _HEADERS if name in found), None)
        document = next(iter(found.values()), None) if name is None else found[name]
        if isinstance(document, Unreadable):
            raise UsageError(f"{document.path}: {document.reason}")
        if document is None or not isinstance(document.get("eval"), dict):
            raise UsageError(f"{self.path}: not a log of Inspect: {_HEADERS[0]} does not say what was evaluated")
        return dict(document["eval"])

    def samples(self) -> Iterator[Mapping[str, Any] | Unreadable]:
        """The samples as Inspect writes them, by the names of their entries."""
        for name, document in self._documents(lambda name: name.startswith("samples/") and name.endswith(".json")):
            if isinstance(document, Unreadable) or _is_sample(document):
                yield document
            else:
                yield Unreadable(f"{self.path.as_posix()}:{name}", "not a sample: it has no id and epoch")

    def _documents(self, is_wanted: Callable[[str], bool]) -> Iterator[tuple[str, Mapping[str, Any] | Unreadable]]:
        where = self.path.as_posix()
        try:
            with open_regular(self.path) as stream, zipfile.ZipFile(stream) as archive:
                budget = Budget(size_of(stream))
                entries = {entry.filename: entry for entry in archive.infolist()}
                for name in sorted(filter(is_wanted, entries)):
                    data = _data(stream, archive, entries[name], budget)
                    place = f"{where}:{name}"
                    yield name, Unreadable(place, data) if isinstance(data, str) else _document(data, place)
        except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
            yield "", Unreadable(where, f"not a log of Inspect that can be read: {error}")
        except OSError as error:
            yield "", Unreadable(where, reason_of(error))


def is_log(path: Path) -> bool:
    """Whether a file is a log of Inspect: by its ending, and by how it begins, since generated text has any ending."""
    if not path.name.lower().endswith(_SUFFIX):
        return False
    try:
        with open_regular(path) as stream:
            return stream.read(2) == b"PK"
    except OSError:
        return False


def sample_name(sample: Mapping[str, Any]) -> str:
    """A sample's id and its epoch, as ``q1.2``."""
    return f"{sample['id']}.{sample['epoch']}"


def messages_of(sample: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What was said in a sample, in its order; its output by itself where no messages are kept."""
    messages = [message for message in sample.get("messages") or () if isinstance(message, Mapping)]
    if messages:
        return messages
    choices = (sample.get("output") or {}).get("choices") or ()
    return [choice["message"] for choice in choices[:1] if isinstance(choice.get("message"), Mapping)]


def programs_in_log(path: Path, on_skip: OnSkip) -> Iterator[Program | Unreadable]:
    """The programs that were generated in the samples of a log, with ids such as ``q1.1#message-2``.

    Messages count from 1, and the calls of one too: ``q1.1#message-2-call-1``. A sample without a program is skipped.
    """
    log = Log(path)
    try:
        log.header()
    except UsageError as error:
        yield Unreadable(path.as_posix(), str(error).removeprefix(f"{path}: "))
        return
    without: list[str] = []
    for sample in log.samples():
        if isinstance(sample, Unreadable):
            yield sample
            continue
        place = f"{path.as_posix()}:{sample_name(sample)}"
        found = False
        for one in programs_in_messages(messages_of(sample), sample.get("attachments")):
            found = True
            if isinstance(one, Unreadable):
                yield Unreadable(place + one.path, one.reason)
            else:
                yield Program(
                    sample_name(sample) + one.program_id,
                    place + one.path,
                    one.data,
                    fields={"sample": sample["id"], "epoch": sample["epoch"]},
                    derived_from=one.derived_from,
                )
        if not found:
            without.append(place)
    if without:
        on_skip(Skipped(without[0], f"{counted(len(without), 'sample')} without a program, of which this is the first"))


def _is_sample(document: Mapping[str, Any]) -> bool:
    return isinstance(document.get("id"), str | int) and isinstance(document.get("epoch"), int)


def _data(stream: BinaryIO, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, budget: Budget) -> bytes | str:
    """The bytes of an entry, or why they cannot be had."""
    most = _SAMPLE_BYTES + 1
    try:
        budget.take(min(entry.file_size, most), records=1)
        if entry.compress_type == _ZSTANDARD:
            data = _decompressed(stream, entry, most)
        else:
            with archive.open(entry) as opened:
                data = opened.read(most)
    except BudgetSpentError as error:
        return f"not read: the log {error}"
    except _DAMAGE as error:
        return f"the log is damaged here: {error}".splitlines()[0]
    except OSError as error:
        return f"the log is damaged here: {error}".splitlines()[0]
    return record_fault(data, _SAMPLE_BYTES) or data


def _decompressed(stream: BinaryIO, entry: zipfile.ZipInfo, most: int) -> bytes:
    """An entry that Zstandard compressed, which Python reads from 3.14 on."""
    import pyarrow as pa  # noqa: PLC0415  it costs start-up time

    stream.seek(entry.header_offset)
    header = stream.read(30)
    stream.seek(int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little"), 1)
    packed = stream.read(entry.compress_size)
    data: bytes = pa.CompressedInputStream(pa.BufferReader(packed), "zstd").read(most)
    if zlib.crc32(data) != entry.CRC and len(data) < most:
        raise ValueError("its checksum is another")
    return data


def _document(data: bytes, place: str) -> Mapping[str, Any] | Unreadable:
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return Unreadable(place, "not JSON that can be read")
    return document if isinstance(document, dict) else Unreadable(place, "a JSON object is needed")

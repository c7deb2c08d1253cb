"""A compiled file is opened only if it is the very file that was written, and this user's alone."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cgr_audit.sandbox.cache import CompiledCache, DistrustedError, default_cache_folder

KEY = "standard-0123456789abcdef"
OTHER_KEY = "standard-fedcba9876543210"
CODE = b"machine code" * 1000

on_posix = pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners and modes are POSIX's")


@pytest.fixture
def cache(tmp_path: Path) -> CompiledCache:
    """A cache with one compiled file."""
    kept = CompiledCache(tmp_path / "cache", KEY)
    kept.store(CODE)
    return kept


def read(cache: CompiledCache) -> bytes:
    with cache.opened() as file:
        return file.read()


def compiled(cache: CompiledCache) -> Path:
    (path,) = cache.folder.glob(f"{cache.key}-*.cwasm")
    return path


def record(cache: CompiledCache) -> Path:
    return cache.folder / f"{cache.key}.json"


def refused(cache: CompiledCache) -> str:
    """Why what is kept is not opened, without the folder's name."""
    with pytest.raises(DistrustedError) as why:
        read(cache)
    path, _, reason = str(why.value).partition(": ")
    name = Path(path).name
    return f"{'FILE' if name.endswith('.cwasm') else name}: {reason}"


def forge(cache: CompiledCache, **changes: object) -> None:
    """Write another record over the one there is."""
    facts = json.loads(record(cache).read_text())
    record(cache).write_text(json.dumps({**facts, **changes}))


def test_what_is_stored_is_opened_again_and_is_the_users_alone(cache: CompiledCache) -> None:
    assert read(cache) == CODE
    assert cache.folder.stat().st_mode & 0o077 == 0
    assert {path.stat().st_mode & 0o077 for path in (compiled(cache), record(cache))} == {0}


def test_nothing_kept_is_nothing_found(tmp_path: Path, cache: CompiledCache) -> None:
    for empty in (CompiledCache(tmp_path / "none", KEY), CompiledCache(cache.folder, OTHER_KEY)):
        with pytest.raises(FileNotFoundError):
            read(empty)
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FileNotFoundError):
        read(CompiledCache(tmp_path / "file" / "cache", KEY))
    compiled(cache).unlink()
    with pytest.raises(FileNotFoundError):
        read(cache)


@pytest.mark.parametrize("wrong", [CODE[:-1], CODE[:-1] + b"E", b"", CODE + b"\0"])
def test_changed_bytes_are_refused(cache: CompiledCache, wrong: bytes) -> None:
    compiled(cache).write_bytes(wrong)
    assert refused(cache) == "FILE: its bytes are not those that were recorded"


def test_bytes_that_were_changed_and_put_back_are_refused(cache: CompiledCache) -> None:
    path = compiled(cache)
    before = path.stat()
    path.write_bytes(b"x" * len(CODE))
    path.write_bytes(CODE)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert refused(cache) == "FILE: it is not the file that was written here, but a copy or a changed one"


def test_a_copy_is_refused_though_file_and_record_fit(cache: CompiledCache, tmp_path: Path) -> None:
    copied = CompiledCache(tmp_path / "unpacked", KEY)
    copied.folder.mkdir(mode=0o700)
    for path in cache.folder.iterdir():
        subprocess.run(["cp", "-p", path, copied.folder], check=True)
    assert refused(copied) == "FILE: it is not the file that was written here, but a copy or a changed one"
    assert read(cache) == CODE


def test_foreign_code_with_a_record_of_its_own_is_refused(cache: CompiledCache) -> None:
    foreign = b"foreign code"
    compiled(cache).write_bytes(foreign)
    import hashlib

    forge(cache, sha256=hashlib.sha256(foreign).hexdigest(), bytes=len(foreign))
    assert refused(cache) == "FILE: it is not the file that was written here, but a copy or a changed one"


def test_the_file_of_another_key_is_refused_under_this_one(cache: CompiledCache) -> None:
    other = CompiledCache(cache.folder, OTHER_KEY)
    other.store(b"for another engine")
    compiled(other).rename(compiled(cache))
    assert refused(cache) == "FILE: its bytes are not those that were recorded"


def test_the_record_of_another_key_is_refused_under_this_one(cache: CompiledCache) -> None:
    other = CompiledCache(cache.folder, OTHER_KEY)
    other.store(b"for another engine")
    record(other).replace(record(cache))
    assert refused(cache) == f"{KEY}.json: it is the record of another file"


@pytest.mark.parametrize(
    "name", ["../elsewhere.cwasm", "/etc/passwd", f"{KEY}-0123456789abcdef.cwasm/../x", f"{KEY}.json", "", None, 1, []]
)
def test_a_record_that_points_elsewhere_is_refused(cache: CompiledCache, name: object) -> None:
    forge(cache, file=name)
    assert refused(cache) == f"{KEY}.json: it is the record of another file"


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[]", b'{"sha256": 1}', b'{"sha256": "../../x", "bytes": 3}', b"\xff", b"[" * 4000, b"[]" * 4000],
)
def test_a_broken_record_is_refused(cache: CompiledCache, text: bytes) -> None:
    record(cache).write_bytes(text)
    assert refused(cache) == f"{KEY}.json: it is not a record of a compiled file"


def test_damage_anywhere_in_a_record_gives_the_right_bytes_or_none(cache: CompiledCache) -> None:
    whole, draw = record(cache).read_bytes(), random.Random(0)
    for _ in range(300):
        damaged = bytearray(whole)
        damaged[draw.randrange(len(whole))] ^= 1 << draw.randrange(8)
        record(cache).write_bytes(damaged[: draw.choice([len(whole), draw.randrange(len(whole))])])
        with contextlib.suppress(DistrustedError, FileNotFoundError):
            assert read(cache) == CODE


@on_posix
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_what_others_may_write_is_refused(cache: CompiledCache, mode: int) -> None:
    compiled(cache).chmod(mode)
    assert refused(cache) == "FILE: others may write it"
    record(cache).chmod(mode)
    assert refused(cache) == f"{KEY}.json: others may write it"
    cache.folder.chmod(0o700 | mode)
    assert refused(cache) == "cache: others may write it"


@on_posix
@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root can give files away")
def test_what_belongs_to_another_user_is_refused(cache: CompiledCache) -> None:
    os.chown(compiled(cache), 12345, -1)
    assert refused(cache) == "FILE: it belongs to user 12345, not to user 0"
    os.chown(record(cache), 12345, -1)
    assert refused(cache) == f"{KEY}.json: it belongs to user 12345, not to user 0"
    os.chown(cache.folder, 12345, -1)
    assert refused(cache) == "cache: it belongs to user 12345, not to user 0"
    with pytest.raises(DistrustedError, match="it belongs to user 12345"):
        cache.store(CODE)


def test_links_are_refused(cache: CompiledCache, tmp_path: Path) -> None:
    for path, said in ((compiled(cache), "FILE"), (record(cache), f"{KEY}.json")):
        path.rename(tmp_path / "elsewhere")
        path.symlink_to(tmp_path / "elsewhere")
        assert refused(cache) == f"{said}: it is a link"
        path.unlink()
        (tmp_path / "elsewhere").rename(path)
    linked = tmp_path / "linked"
    linked.symlink_to(cache.folder)
    assert refused(CompiledCache(linked, KEY)) == "linked: it is a link"


def test_a_file_with_a_second_name_is_refused(cache: CompiledCache, tmp_path: Path) -> None:
    os.link(compiled(cache), tmp_path / "second")
    assert refused(cache) == "FILE: it has another name (a hard link)"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_what_is_no_file_is_refused_and_not_waited_for(cache: CompiledCache) -> None:
    path = compiled(cache)
    path.unlink()
    os.mkfifo(path)
    assert refused(cache) == "FILE: it is not a regular file"
    record(cache).unlink()
    record(cache).mkdir()
    assert refused(cache) == f"{KEY}.json: it is not a regular file"


def test_what_was_checked_is_what_is_read_whatever_the_name_means_by_then(cache: CompiledCache) -> None:
    with cache.opened() as file:
        path = compiled(cache)
        path.unlink()
        path.write_bytes(b"put in between check and use")
        assert file.read() == CODE


@on_posix
def test_nothing_is_written_to_a_folder_that_others_may_write(cache: CompiledCache) -> None:
    before = sorted(cache.folder.iterdir())
    cache.folder.chmod(0o770)
    with pytest.raises(DistrustedError, match="cache: others may write it"):
        cache.store(b"new")
    assert sorted(cache.folder.iterdir()) == before


WRITE_UNDER_A_LIMIT = """
import resource, sys
from pathlib import Path
from cgr_audit.sandbox.cache import CompiledCache
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]),) * 2)
try:
    CompiledCache(Path(sys.argv[1]), sys.argv[2]).store(b"x" * 100_000)
except OSError as error:
    print(error.errno)
"""


@pytest.mark.parametrize("room", [50_000, 10])
def test_a_full_disk_leaves_nothing_behind_and_what_was_there(cache: CompiledCache, room: int) -> None:
    before = sorted(cache.folder.iterdir())
    command = [sys.executable, "-c", WRITE_UNDER_A_LIMIT, cache.folder, KEY, str(room)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"{errno.EFBIG}\n"
    assert sorted(cache.folder.iterdir()) == before
    assert read(cache) == CODE


def test_a_record_that_cannot_be_written_takes_its_file_with_it(
    cache: CompiledCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sorted(cache.folder.iterdir())

    def full(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("cgr_audit.sandbox.cache._replace", full)
    with pytest.raises(OSError, match="No space left on device"):
        cache.store(b"new")
    assert sorted(cache.folder.iterdir()) == before


def age(path: Path, seconds: float) -> None:
    os.utime(path, (time.time() - seconds,) * 2)


def test_what_a_crash_left_is_removed_once_it_cannot_be_unfinished_work(cache: CompiledCache) -> None:
    left = [cache.folder / name for name in (f"{OTHER_KEY}-00.cwasm", f"{OTHER_KEY}.x1.partial", f"{OTHER_KEY}.json")]
    for path in left:
        path.write_bytes(b"half")
        age(path, 300)
    cache.store(CODE)
    assert all(path.exists() for path in left)
    for path in left:
        age(path, 3000)
    cache.store(CODE)
    assert not any(path.exists() for path in left)
    assert read(cache) == CODE


def test_a_file_that_was_replaced_goes_with_the_next_one_written_later(cache: CompiledCache) -> None:
    first = compiled(cache)
    age(first, 3000)
    cache.store(b"second")
    assert not first.exists()
    assert read(cache) == b"second"


def test_files_of_earlier_versions_do_not_pile_up(tmp_path: Path) -> None:
    for number in range(5):
        CompiledCache(tmp_path, f"standard-{number:016x}").store(b"%d" % number)
        for path in tmp_path.glob("*.cwasm"):
            age(path, 10 * (5 - int(path.read_bytes())))
    CompiledCache(tmp_path, "science-0000000000000000").store(b"of another profile")
    kept = sorted(path.stem for path in tmp_path.glob("*.json"))
    assert kept == ["science-0000000000000000", *(f"standard-{number:016x}" for number in (2, 3, 4))]
    assert len(list(tmp_path.glob("*.cwasm"))) == 4


def test_of_two_that_write_at_once_the_last_record_counts_and_neither_is_torn(cache: CompiledCache) -> None:
    program = (
        "import sys; from pathlib import Path; from cgr_audit.sandbox.cache import CompiledCache\n"
        f"kept = CompiledCache(Path(sys.argv[1]), {KEY!r})\n"
        "for number in range(40):\n"
        "    kept.store(bytes([number]) * 100_000)\n"
        "    with kept.opened() as file: data = file.read()\n"
        "    assert len(data) == 100_000 and len(set(data)) == 1\n"
    )
    writers = [subprocess.Popen([sys.executable, "-c", program, cache.folder]) for _ in range(3)]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    assert read(cache) == bytes([39]) * 100_000


def test_the_cache_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CGR_AUDIT_CACHE", str(tmp_path))
    assert default_cache_folder() == tmp_path / "sandbox"
    monkeypatch.delenv("CGR_AUDIT_CACHE")
    assert default_cache_folder().parent.name == "cgr-audit"

"""What cannot be written to is refused in one line before any work is done, by every command that writes."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.cli.destinations import require_out_file, require_out_folder
from cgr_audit.errors import UsageError

TO_FOLDERS = {
    "join": (),
    "compare": ("small",),
    "run": ("--solver", "fail", "--verdicts", "v.jsonl"),
    "replay": (),
    "pipeline": (),
    "unwrap": (),
}
"""Commands that write a folder, with what they need beside the package."""
TO_FILES = {
    "report": (),
    "audit": (),
    "gate": (),
    "probe": (),
    "verify": (),
}
"""Commands that write a file."""


def refused(done: Any, begins: str) -> None:
    assert (done.code, done.out) == (2, b"")
    assert done.err.startswith(f"cgr-audit: {begins}")
    assert done.err.count("\n") == 1


@pytest.fixture(autouse=True)
def beside_the_package(small_package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(small_package.parent)
    Path("taken").write_text("something else")


@pytest.mark.parametrize("name", TO_FOLDERS)
def test_a_file_in_place_of_the_folder_is_wrong_usage(command: Any, name: str) -> None:
    refused(command(name, "small", *TO_FOLDERS[name], "--out", "taken"), "taken: is a file; --out takes a folder")
    said = "taken: is a file; a folder is expected on the way to taken/deep/er"
    refused(command(name, "small", *TO_FOLDERS[name], "--out", "taken/deep/er"), said)
    assert Path("taken").read_text() == "something else"


@pytest.mark.parametrize("name", TO_FILES)
def test_a_folder_in_place_of_the_file_is_wrong_usage(command: Any, name: str) -> None:
    Path("folder.html").mkdir()
    said = "folder.html: is a folder; --out takes a file, such as folder.html/FILE.html"
    refused(command(name, "small", "--out", "folder.html"), said)
    said = "taken: is a file; a folder is expected on the way to taken/report.html"
    refused(command(name, "small", "--out", "taken/report.html"), said)


@pytest.mark.parametrize("name", sorted(TO_FILES.keys() - {"report"}))
def test_a_folder_that_is_missing_is_named(command: Any, name: str) -> None:
    said = "no/where: no such folder to write report.html into; make it, or give another --out"
    refused(command(name, "small", "--out", "no/where/report.html"), said)


def test_a_report_makes_the_folders_on_the_way(command: Any) -> None:
    assert command("report", "small", "--out", "new/er/report.md").code == 0
    assert Path("new/er/report.md").read_text().startswith("# small\n")


def test_other_options_that_name_what_is_written_are_held_to_the_same(command: Any) -> None:
    refused(
        command("report", "small", "--out", "report.html", "--plots", "taken"),
        "taken: is a file; --plots takes a folder",
    )
    Path("folder").mkdir()
    refused(
        command("audit", "small", "--write-baseline", "folder"),
        "folder: is a folder; --write-baseline takes a file, such as folder/FILE",
    )


def test_a_link_to_nothing_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(UsageError, match=r"link: is a link to what is not there; --out takes a folder$"):
        require_out_folder(tmp_path / "link")


def test_a_name_that_no_file_can_have_is_wrong_usage(tmp_path: Path) -> None:
    for check, name in ((require_out_folder, "y"), (require_out_file, "y"), (require_out_file, ".")):
        with pytest.raises(UsageError, match=r"x: File name too long; give another --out$|y: File name too long; "):
            check(tmp_path / ("x" * 300) / name)


def test_what_must_not_be_written_into_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused_folder(path: str, mode: int = 0o777) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", path)

    monkeypatch.setattr(os, "mkdir", refused_folder)
    said = rf"nothing can be made in {tmp_path} \(Permission denied\); give another --out$"
    for check in (require_out_file, require_out_folder):
        with pytest.raises(UsageError, match=f"^{tmp_path / 'new'}: {said}"):
            check(tmp_path / "new")
    require_out_file(None)
    require_out_file(Path(os.devnull))


def test_a_device_that_must_not_be_written_to_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    with pytest.raises(UsageError, match=rf"^{os.devnull}: nothing may be written into it; give another --out$"):
        require_out_file(Path(os.devnull))


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="there is no /proc here")
@pytest.mark.parametrize("name", [*TO_FOLDERS, *TO_FILES])
def test_a_place_that_takes_no_files_whoever_asks_is_refused_before_any_work(command: Any, name: str) -> None:
    done = command(name, "small", *TO_FOLDERS.get(name, ()), "--out", "/proc/report.html")
    refused(done, "/proc/report.html: nothing can be made in /proc (")


def test_the_question_whether_a_place_takes_files_leaves_nothing_there(tmp_path: Path) -> None:
    before = {path: path.stat().st_mode for path in tmp_path.rglob("*")}
    require_out_folder(tmp_path)
    require_out_folder(tmp_path / "new/er")
    require_out_file(tmp_path / "report.html")
    require_out_file(tmp_path / "newer/report.html", makes_folders=True)
    assert {path: path.stat().st_mode for path in tmp_path.rglob("*")} == before


def test_what_a_link_leads_to_must_be_written_and_not_the_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    links, files = tmp_path / "links", tmp_path / "files"
    for folder in (links, files):
        folder.mkdir()
    (files / "kept").write_text("before")
    for name in ("kept", "new"):
        (links / name).symlink_to(files / name)
    (files / "lost").symlink_to(tmp_path / "nowhere" / "lost")
    make = os.mkdir

    def make_but_not_in(closed: Path) -> None:
        def made(path: str, mode: int = 0o777) -> None:
            if Path(path).parent == closed:
                raise PermissionError(errno.EACCES, "Permission denied", path)
            make(path, mode)

        monkeypatch.setattr(os, "mkdir", made)

    make_but_not_in(links)
    require_out_file(links / "kept")
    require_out_file(links / "new")
    with pytest.raises(UsageError, match=f"^{tmp_path / 'nowhere'}: no such folder to write lost into; "):
        require_out_file(files / "lost")
    make_but_not_in(files)
    with pytest.raises(UsageError, match=f"^{links / 'kept'}: nothing can be made in {files} "):
        require_out_file(links / "kept")


@pytest.mark.parametrize("name", ["join", "report", "run", "replay", "pipeline"])
def test_a_file_in_place_of_a_package_is_wrong_usage(command: Any, name: str) -> None:
    options = ("--solver", "fail", "--verdicts", "v.jsonl") if name == "run" else ()
    expected = "a file; a trace package is expected, which is a folder with a manifest.json in it"
    for given, said in (
        ("taken", f"taken: {expected}"),
        ("small/manifest.json", "small/manifest.json: a file of a trace package; give its folder, small"),
        ("nowhere", "nowhere: no such folder"),
    ):
        done = command(name, given, *options, "--out", "out.html")
        assert (done.code, done.err) == (2, f"cgr-audit: {said}\n")

"""Building the portable component of a profile: CPython started, everything imported, memory snapshotted.

It is called by the package build and by ``python -m cgr_audit.sandbox.build``, and needs ``componentize-py``, which
nothing needs at run time. A component is built again only where what goes into it has changed.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from cgr_audit.errors import IncompleteError
from cgr_audit.sandbox.memory_trap import UnknownGrowthError, trap_failed_growth
from cgr_audit.source.profiles import PROFILES

__all__ = [
    "BuildError",
    "build_component",
    "built_from_other_sources",
    "can_build",
    "inputs_of",
    "main",
    "source_files",
]

HERE = Path(__file__).parent
GUEST = HERE / "guest"
WIT = HERE / "wit"
ENTRY_RULES = HERE.parent / "analysis" / "entry.py"
MEMORY_TRAP = HERE / "memory_trap.py"
COMPONENT_FOLDER = HERE / "component"
WORLD = "scaffold"
APP = "guest.app"
THIRD_PARTY = ("sympy", "mpmath")
"""Packages outside the standard library that a profile may hold; they must be installed where it is built."""


class BuildError(IncompleteError):
    """The component could not be built."""


def build_component(profile: str, folder: Path = COMPONENT_FOLDER, *, force: bool = False) -> Path:
    """Build the component of a profile into a folder, unless the one there was made from the same inputs.

    Raises:
        BuildError: componentize-py is missing or failed; its own words are in the message.
    """
    target = folder / f"{profile}.wasm"
    record = folder / f"{profile}.json"
    inputs = inputs_of(profile)
    if not force and target.is_file() and _recorded(record) == inputs:
        return target
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="cgr-audit-build-") as name:
        staging = Path(name)
        _stage(profile, staging / "app")
        built = staging / target.name
        _componentize(staging / "app", built)
        partial = target.with_suffix(".partial")
        shutil.copyfile(built, partial)
        partial.replace(target)
    record.write_text(json.dumps(inputs, indent=1, sort_keys=True) + "\n", "utf-8")
    return target


def can_build() -> bool:
    """Whether the build tool is installed."""
    return importlib.util.find_spec("componentize_py") is not None


def built_from_other_sources(profile: str, folder: Path = COMPONENT_FOLDER) -> bool:
    """Whether the component in a folder was made from other files than those that are here, whatever built it."""
    recorded = _recorded(folder / f"{profile}.json")
    files = {path.name: _digest_of(path) for path in source_files()}
    made_of = recorded if isinstance(recorded, dict) else {}
    return any(made_of.get(name) != digest for name, digest in files.items())


def inputs_of(profile: str) -> dict[str, str]:
    """Everything that goes into a component: what is read, by digest, and what builds it, by version."""
    files = {path.name: _digest_of(path) for path in source_files()}
    versions = {name: _version(name) for name in ("componentize-py", *_third_party(profile))}
    return {"profile": " ".join(PROFILES[profile]), **files, **versions}


def source_files() -> Iterator[Path]:
    """The files of this project that go into every component."""
    yield from sorted(GUEST.glob("*.py"))
    yield from sorted(WIT.glob("*.wit"))
    yield ENTRY_RULES
    yield MEMORY_TRAP


def _digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _third_party(profile: str) -> list[str]:
    return [name for name in PROFILES[profile] if name in THIRD_PARTY]


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "absent"


def _recorded(record: Path) -> object:
    try:
        return json.loads(record.read_text("utf-8"))
    except (OSError, ValueError):
        return None


def _stage(profile: str, app: Path) -> None:
    """Lay out what the interpreter imports: the guest, the entry rules it shares with the host, the profile's names."""
    shutil.copytree(GUEST, app / "guest", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copyfile(ENTRY_RULES, app / "guest" / ENTRY_RULES.name)
    modules = PROFILES[profile]
    names = f'"""The profile that this component was built with."""\n\nNAME = {profile!r}\nMODULES = {modules!r}\n'
    (app / "guest" / "profile.py").write_text(names, "utf-8")
    for package in _third_party(profile):
        found = importlib.util.find_spec(package)
        if found is None or found.origin is None:
            raise BuildError(f"profile {profile}: the package {package!r} is not installed; pip install {package}")
        shutil.copytree(Path(found.origin).parent, app / package, ignore=shutil.ignore_patterns("__pycache__", "tests"))


def _componentize(app: Path, target: Path) -> None:
    if not can_build():
        raise BuildError("componentize-py is not installed; pip install componentize-py==0.25.1")
    command = [sys.executable, "-P", "-c", "import sys; from componentize_py import script; sys.exit(script())"]
    command += ["--wit-path", str(WIT), "--world", WORLD, "--quiet", "componentize", "--stub-wasi"]
    command += ["--python-path", str(app), APP, "--output", str(target)]
    # Packages of the environment that builds would be found too; an empty one has none.
    environment = {**os.environ, "VIRTUAL_ENV": str(app.parent / "empty")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode != 0 or not target.is_file():
        words = (done.stderr or done.stdout).partition("Stack backtrace:")[0].strip()
        raise BuildError(f"componentize-py failed with code {done.returncode}:\n{words}")
    target.write_bytes(_with_memory_trap(target.read_bytes()))


def _with_memory_trap(component: bytes) -> bytes:
    try:
        return trap_failed_growth(component)
    except UnknownGrowthError as error:
        raise BuildError(f"componentize-py made a component that is not as expected: {error}") from error


def main(arguments: list[str] | None = None) -> int:
    """Build components from the command line."""
    parser = argparse.ArgumentParser(prog="python -m cgr_audit.sandbox.build", description=build_component.__doc__)
    parser.add_argument("--profile", choices=sorted(PROFILES), action="append", help="default: standard")
    parser.add_argument("--force", action="store_true", help="build even if nothing has changed")
    options = parser.parse_args(arguments)
    for profile in options.profile or ["standard"]:
        try:
            path = build_component(profile, force=options.force)
        except BuildError as error:
            sys.stderr.write(f"{error}\n")
            return error.exit_code
        sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

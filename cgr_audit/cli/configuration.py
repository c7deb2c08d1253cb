"""``cgr-audit.toml``, or ``[tool.cgr-audit]`` in ``pyproject.toml``: what commands use where nothing else is said.

The file of the working folder holds, else the nearest above it. None is ever sought below the working folder, where
programs lie: nothing inside a program, or next to it, can silence its own audit. A file that lies inside a folder which
is judged could have been written by whoever wrote the programs; the gate refuses it until somebody names it
(``--config``).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cgr_audit.cli.output import details, say
from cgr_audit.configuration_file import parse_toml, read_text
from cgr_audit.errors import UsageError

__all__ = [
    "CONFIGURED",
    "KEYS",
    "VARIABLE",
    "Configuration",
    "declare_configuration",
    "find_configuration",
    "say_configuration",
]

NAME = "cgr-audit.toml"
PROJECT = "pyproject.toml"
VARIABLE = "CGR_AUDIT_CONFIG"
"""The environment's word for ``--config``."""
KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "policy": ("gate", "run", "pipeline", "replay", "verify"),
        "select": ("audit",),
        "ignore": ("audit",),
        "fail-on": ("audit",),
        "exclude": ("audit", "gate", "exec", "probe", "concordance"),
        "jobs": ("audit", "gate", "exec", "probe", "concordance", "unwrap", "run", "pipeline", "replay", "verify"),
        "solver": ("run", "exec", "pipeline"),
        "limits": ("run", "exec", "pipeline", "probe"),
    }
)
"""Keys that are defaults of options of the same name, and the commands that have them."""
_DECISIVE = ("contract", "contracts", "policy", "exclude")
"""Keys that verdicts depend on."""
CONFIGURED = tuple(dict.fromkeys(command for commands in KEYS.values() for command in commands))
"""The commands that a configuration has a say in."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a file says, or nothing."""

    folder: Path
    """From which program ids and patterns count: the file's, or the working folder."""
    origin: str | None = None
    """The file as people see it; null without one."""
    path: Path | None = None
    is_named: bool = False
    """Whether somebody named the file, so that it need not be sought."""
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def contract(self) -> str | None:
        """The contract of programs for which nothing else says one."""
        return self._contract(self.values["contract"]) if "contract" in self.values else None

    @property
    def contracts(self) -> Iterator[tuple[str, str]]:
        """Patterns of program ids and their contracts."""
        for pattern, contract in self.values.get("contracts", {}).items():
            yield pattern, self._contract(contract)

    def defaults(self) -> dict[str, dict[str, Any]]:
        """Defaults of options, by command and option."""
        found: dict[str, dict[str, Any]] = {}
        for key, commands in KEYS.items():
            for command in commands if key in self.values else ():
                value = self.shown(key)
                several = key == "solver" and command != "exec"
                found.setdefault(command, {})[key.replace("-", "_")] = [value] if several else value
        return found

    def shown(self, key: str) -> Any:
        """What a key of the file says, paths from the working folder."""
        value = self.values[key]
        match key:
            case "policy":
                return self._located(value)
            case "contract":
                return self.contract
            case "contracts":
                return dict(self.contracts)
        return value

    def _contract(self, name: str) -> str:
        from cgr_audit.source.contract import built_in_contracts

        return name if name in built_in_contracts() else self._located(name)

    def _located(self, path: str) -> str:
        return os.path.relpath(self.folder / path)


def find_configuration() -> Configuration:
    """The configuration that holds here.

    Raises:
        UsageError: a file cannot be read, or holds what is not a configuration; the message says where.
    """
    named = os.environ.get(VARIABLE)
    here = Path.cwd()
    if named == os.devnull:
        return Configuration(here)
    if named:
        return _read(Path(named), named, is_named=True) or Configuration(here)
    for folder in (here, *here.parents):
        for name in (NAME, PROJECT):
            path = folder / name
            found = _read(path, os.path.relpath(path)) if path.is_file() else None
            if found is not None:
                return found
    return Configuration(here)


def _lies_inside(configuration: Configuration, paths: Sequence[str | Path]) -> str | None:
    """The folder among the paths that a configuration lies in, so that the programs' author may have written it.

    Nothing if it lies in none, or somebody named the file.
    """
    if configuration.path is None or configuration.is_named:
        return None
    real = Path(os.path.realpath(configuration.path))
    folders = (str(path) for path in paths if str(path) != "-" and real.is_relative_to(os.path.realpath(path)))
    return next(folders, None)


def say_configuration(paths: Sequence[str | Path]) -> None:
    """Say which configuration holds, where the programs' author may have written it."""
    configuration = find_configuration()
    folder = _lies_inside(configuration, paths)
    if folder is not None:
        say(f"{configuration.origin}, which lies inside {folder}, says how it is audited")
    else:
        details(f"configuration: {configuration.origin or 'none'}")


def declare_configuration(paths: Sequence[str | Path]) -> None:
    """Say by which configuration programs are judged, or refuse one that may be of their author.

    Raises:
        UsageError: it lies in a folder among the paths, and nobody named it.
    """
    configuration = find_configuration()
    folder = _lies_inside(configuration, paths)
    if folder is not None:
        raise UsageError(
            f"{configuration.origin}: it lies inside {folder}, so that whoever wrote the programs may have written it; "
            f"move it above, or give `cgr-audit --config {configuration.origin}` before the command"
        )
    decisive = [key for key in _DECISIVE if key in configuration.values]
    if decisive:
        say(f"judged by {configuration.origin}: {', '.join(decisive)}")


def _read(path: Path, origin: str, *, is_named: bool = False) -> Configuration | None:
    """What a file says; nothing if a project's file says nothing of this tool."""
    from cgr_audit.schema import check_record

    text = read_text(path, "the configuration")
    place = ""
    if path.name == PROJECT:
        if "cgr-audit" not in text and not is_named:
            return None  # its faults are not ours to report
        tools = parse_toml(text, origin).get("tool")
        raw, place = tools.get("cgr-audit") if isinstance(tools, dict) else None, " [tool.cgr-audit]"
        if raw is None:
            if is_named:
                raise UsageError(f"{origin}: it has no table [tool.cgr-audit]; add one")
            return None
    else:
        raw = parse_toml(text, origin)
    problem = check_record("configuration", raw)
    if problem is not None:
        raise UsageError(f"{origin}:{place} {problem}")
    return Configuration(Path(os.path.realpath(path)).parent, origin, path, is_named, raw)

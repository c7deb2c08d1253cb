"""``cgr-audit sandbox info``: what is installed, and in what state."""

from __future__ import annotations

import json
import textwrap
from enum import StrEnum
from typing import Annotated, Any

import typer

from cgr_audit.cli.output import say, show

__all__ = ["command"]

_WIDTH = 116
_LABEL = 12
_UNITS = {"fuel": "", "wall": " s", "calls": ""}


class InfoFormat(StrEnum):
    """How the state is shown."""

    TERMINAL = "terminal"
    JSON = "json"


def command(
    format_: Annotated[InfoFormat, typer.Option("--format", help="Output format.")] = InfoFormat.TERMINAL,
) -> None:
    """Show the sandbox's components, what they import, profiles, limits, versions and the compiled files."""
    from cgr_audit.sandbox.installation import installation_record

    record = installation_record()
    if format_ is InfoFormat.JSON:
        typer.echo(json.dumps(record, indent=2))
    else:
        for line in _lines(record):
            show(line)
    say(_summary(record["profiles"]))
    if any(profile["fault"] for profile in record["profiles"]):
        raise typer.Exit(4)


def _lines(record: dict[str, Any]) -> list[str]:
    lines = []
    for profile in record["profiles"]:
        lines += [f"profile {profile['name']}", *_profile_lines(profile), ""]
    return [
        *lines,
        *_field("besides", f"{', '.join(record['held_beside'])} (in every profile)"),
        "",
        *_field("limits", ", ".join(_limit(*pair) for pair in record["limits"].items())),
        *_field("memory", _memory(record["memory"])),
        *_field("cache", record["cache_folder"]),
        *_field("versions", ", ".join(f"{name} {found or 'absent'}" for name, found in record["versions"].items())),
    ]


def _profile_lines(profile: dict[str, Any]) -> list[str]:
    lines = _field("fault", profile["fault"]) if profile["fault"] else []
    component = profile["component"]
    if component is not None:
        imports = ", ".join(f"{one['name']} ({one['kind']})" for one in component["imports"]) or "nothing"
        sources = "these sources" if component["from_these_sources"] else "other sources: run `sandbox build` again"
        compiled = component["compiled"]
        lines += [
            *_field("component", component["digest"]),
            *_field("file", f"{component['path']} ({_bytes(component['bytes'])}, from {sources})"),
            *_field("imports", imports),
            *_field("compiled", " ".join(filter(None, (compiled["state"], compiled["path"], compiled["reason"])))),
        ]
    return [*lines, *_field("modules", ", ".join(profile["modules"]))]


def _field(label: str, text: str) -> list[str]:
    start = f"  {label}".ljust(_LABEL)
    indent = " " * _LABEL
    return textwrap.wrap(
        text, _WIDTH, initial_indent=start, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _limit(name: str, value: float | None) -> str:
    if value is None:
        return f"{name} the contract's cap"
    return f"{name} {value:,}{_UNITS[name]}" if name in _UNITS else f"{name} {_bytes(value)}"


def _memory(memory: dict[str, Any]) -> str:
    how = "reserved once (pool)" if memory["allocation"] == "pool" else "mapped for each run"
    total = f"{memory['total'] / (1 << 30):.1f} GiB"
    return (
        f"{how}; {memory['guests']} runs in flight, or as many as --jobs says; their limits together stay below {total}"
    )


def _bytes(count: float) -> str:
    size, unit = (count / (1 << 20), "MiB") if count >= 1 << 20 else (count / (1 << 10), "KiB")
    return f"{size:.4g} {unit}"


def _summary(profiles: list[dict[str, Any]]) -> str:
    usable = [profile for profile in profiles if profile["fault"] is None]
    trusted = sum(profile["component"]["compiled"]["state"] == "trusted" for profile in usable)
    return f"{len(profiles)} profiles: {len(usable)} usable, {trusted} compiled for this machine"

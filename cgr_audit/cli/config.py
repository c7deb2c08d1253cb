"""``cgr-audit config``: what the configuration says here, and from where."""

from __future__ import annotations

import json

from cgr_audit.cli.configuration import KEYS, find_configuration
from cgr_audit.cli.output import say, show

__all__ = ["command"]


def command() -> None:
    """Print the configuration in effect in this folder: each key, its source and its commands, and the unset keys.

    A command's options override it, and a trace package's own contract overrides `contract`.
    """
    configuration = find_configuration()
    if configuration.origin is None:
        say(f"no cgr-audit.toml and no [tool.cgr-audit] in a pyproject.toml, in {configuration.folder} or above it")
    else:
        show(f"# {configuration.origin}; program ids count from {configuration.folder}")
    for key in ("contract", "contracts", *KEYS):
        commands = ", ".join(KEYS.get(key, ("every command that takes --contract",)))
        if key in configuration.values:
            show(f"{key} = {_as_toml(configuration.shown(key))}  # {commands}")
        else:
            show(f"# {key}: not set  ({commands})")


def _as_toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {json.dumps(part)}" for key, part in value.items()) + " }"
    return json.dumps(value)

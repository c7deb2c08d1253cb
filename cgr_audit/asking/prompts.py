"""Prompts as data: a TOML file each, known by its digest, which every row has that was asked with it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TypeAlias

from cgr_audit.configuration_file import parse_toml, read_text
from cgr_audit.errors import UsageError

__all__ = ["Prompt", "Prompts", "load_prompts"]

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt."""

    name: str
    """The file's, without its ending."""
    version: int
    template: str
    placeholders: tuple[str, ...]
    """What is filled in for ``{NAME}``; any other text between braces stays as it is."""
    digest: str
    """SHA-256 of version, template and placeholders, in hexadecimal."""

    def filled(self, values: Mapping[str, str]) -> str:
        """The text with its placeholders filled in; what is filled in is not looked at for placeholders.

        Args:
            values: exactly one for each placeholder.

        Raises:
            KeyError: one is missing, which is an internal error.
        """
        known = self.placeholders
        return _PLACEHOLDER.sub(lambda found: values[found[1]] if found[1] in known else found[0], self.template)


Prompts: TypeAlias = Mapping[str, Prompt]
"""The prompts of one system, by name."""


def load_prompts(system: str, folder: Path | None = None) -> Prompts:
    """The prompts of a system.

    Args:
        system: such as ``codemind``.
        folder: TOML files that are used instead of the built-in ones of the same names.

    Raises:
        UsageError: a file cannot be read, is not a prompt, has no built-in one of its name, or leaves out one of that
            one's placeholders.
    """
    built_in = resources.files("cgr_audit.asking") / "prompts" / system
    prompts = {}
    for file in sorted(built_in.iterdir(), key=lambda one: one.name):
        if file.name.endswith(".toml"):
            prompt = _parsed(file.name, file.read_text("utf-8"), str(file))
            prompts[prompt.name] = prompt
    if folder is None:
        return prompts
    own = _own(folder, system, prompts)
    return {name: own.get(name, prompt) for name, prompt in prompts.items()}


def _own(folder: Path, system: str, built_in: Prompts) -> dict[str, Prompt]:
    """A user's prompts, by name."""
    files = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    if not files:
        raise UsageError(f"{folder}: no folder with prompts; each is a file NAME.toml, for {', '.join(built_in)}")
    own = {}
    for file in files:
        prompt = _parsed(file.name, read_text(file, "the prompt"), str(file))
        meant = built_in.get(prompt.name)
        if meant is None:
            raise UsageError(f"{file}: {system} has no prompt of that name; there are: {', '.join(built_in)}")
        if set(prompt.placeholders) != set(meant.placeholders):
            raise UsageError(f"{file}: placeholders must be {_listed(meant.placeholders)}, in any order")
        own[prompt.name] = prompt
    return own


def _parsed(file_name: str, text: str, origin: str) -> Prompt:
    table = parse_toml(text, origin)
    version, template, placeholders = (table.get(name) for name in ("version", "template", "placeholders"))
    if table.keys() != {"version", "template", "placeholders"}:
        raise UsageError(f"{origin}: a prompt has version, template and placeholders, and nothing else")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise UsageError(f"{origin}: version must be a whole number from 1")
    if not isinstance(template, str) or not template.strip():
        raise UsageError(f"{origin}: template must be a text")
    if not (isinstance(placeholders, list) and all(isinstance(one, str) for one in placeholders)):
        raise UsageError(f"{origin}: placeholders must be a list of names")
    for name in placeholders:
        if f"{{{name}}}" not in template or not _PLACEHOLDER.fullmatch(f"{{{name}}}"):
            raise UsageError(f"{origin}: the template has no {{{name}}}, which placeholders names")
    facts = "\0".join((str(version), template, *sorted(placeholders)))
    digest = hashlib.sha256(facts.encode()).hexdigest()
    return Prompt(file_name.removesuffix(".toml"), version, template, tuple(placeholders), digest)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"

"""The parameters of a helper as a contract writes them: ``["prompt", "temperature=None", "*", "seed=0"]``."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["HelperSignature", "is_plain_name", "read_signature"]


@dataclass(frozen=True, slots=True)
class HelperSignature:
    """What a helper can be called with. The first parameter is the prompt or the response, the others are settings."""

    names: tuple[str, ...]
    """Every parameter, in order."""
    positional: tuple[str, ...]
    """Those that can be given by position."""
    required: tuple[str, ...]
    """Those without a default."""
    written: tuple[str, ...]
    """The parameters as Python writes them, defaults included."""

    @property
    def text(self) -> str:
        """The parameter list as it stands in a ``def``."""
        return ", ".join(self.written)

    @property
    def configuration(self) -> str | None:
        """The parameter that is the call's whole configuration: the only one after the prompt, if it is required."""
        settings = self.names[1:]
        return settings[0] if len(settings) == 1 and settings[0] in self.required else None


def is_plain_name(text: str) -> bool:
    """Whether a text can name a variable, a function or a parameter."""
    return text.isidentifier() and not keyword.iskeyword(text)


def read_signature(parameters: Sequence[str]) -> HelperSignature:
    """Read the parameters of one helper.

    Args:
        parameters: each a name, ``name=literal`` where it is optional, or ``*``, after which all are keyword-only.

    Raises:
        ValueError: no helper can have these parameters; the message says why.
    """
    names: list[str] = []
    positional: list[str] = []
    required: list[str] = []
    written: list[str] = []
    for parameter in parameters:
        if parameter.strip() == "*":
            if "*" in written:
                raise ValueError("'*' can stand there once only")
            written.append("*")
            continue
        name, equals, default = (part.strip() for part in parameter.partition("="))
        if not is_plain_name(name):
            raise ValueError(f"{parameter!r} is not a parameter; write a name, 'name=default' or '*'")
        if name in names:
            raise ValueError(f"duplicate parameter {name!r}")
        is_positional = "*" not in written
        if is_positional and not equals and len(required) < len(names):
            raise ValueError(f"{name!r} has no default, but a parameter before it has one")
        names.append(name)
        if is_positional:
            positional.append(name)
        if not equals:
            required.append(name)
        written.append(f"{name}={_literal(name, default)}" if equals else name)
    if written and written[-1] == "*":
        raise ValueError("no parameter follows '*'")
    if not names or names[0] not in required or names[0] not in positional:
        raise ValueError("the first parameter must take the text, without a default and before any '*'")
    return HelperSignature(tuple(names), tuple(positional), tuple(required), tuple(written))


def _literal(name: str, text: str) -> str:
    """A default as Python writes it in one line."""
    try:
        ast.literal_eval(text)
        return ast.unparse(ast.parse(text, mode="eval"))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError(f"the default of {name!r} is not a Python literal: {text!r}") from error

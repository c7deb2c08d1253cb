"""Files in which the auditor says how to audit: contracts, policies, suppressions, baselines."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.regular_file import read_regular

__all__ = ["parse_toml", "read_text"]


def read_text(path: Path, what: str) -> str:
    """The text of a file; ``what`` it holds is named in messages, as in "the policy".

    Raises:
        UsageError: it cannot be read, is not a regular file, or is not UTF-8.
    """
    try:
        return read_regular(path).decode("utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot read {what}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: cannot read {what}: byte {error.start} is not UTF-8") from error


def parse_toml(text: str, origin: str) -> dict[str, Any]:
    """The table that a TOML text holds; ``origin`` names it in messages.

    Raises:
        UsageError: it is not TOML, or holds what cannot be read.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{origin}: not valid TOML: {error}") from error
    except RecursionError as error:
        raise UsageError(f"{origin}: not TOML that can be read: arrays or tables are nested too deeply") from error
    except ValueError as error:  # an integer with more digits than Python converts
        raise UsageError(f"{origin}: not TOML that can be read: a number has too many digits") from error

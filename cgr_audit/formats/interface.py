"""What an output format is: something that turns an audit into text, piece by piece."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from cgr_audit.audit.report import Audit

__all__ = ["Format"]


class Format(ABC):
    """One output format. The same audit gives the same text, whenever and wherever it is rendered.

    Programs, their ids and their messages may be hostile: no format lets a control character of theirs through, and
    none fails on any text.
    """

    name: ClassVar[str]
    """What ``--format`` takes."""

    @abstractmethod
    def render(self, audit: Audit, *, colour: bool = False) -> Iterator[str]:
        r"""The text of an audit in pieces, with ``\n`` as the end of a line.

        Args:
            audit: what to show.
            colour: whether the text goes to a terminal that shows colours; formats for machines ignore it.
        """

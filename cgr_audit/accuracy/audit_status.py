"""Which rows' programs were audited: of the others nobody knows whether there would be a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["is_audited"]


def is_audited(table: pd.DataFrame) -> pd.Series[bool]:
    """Whether each row's program was audited, as far as the package tells.

    A program with a verdict or a finding was. Where no program has a verdict, findings come of an audit alone, which
    takes in every program of the package. Where there is neither verdict nor finding, nothing was audited.

    Args:
        table: every row, because a verdict on any program says that the gate was asked.
    """
    has_program, judged, found = (table[name].notna().astype(bool) for name in ("program_id", "verdict", "codes"))
    if found.any() and not judged.any():
        return has_program
    return has_program & (judged | found)

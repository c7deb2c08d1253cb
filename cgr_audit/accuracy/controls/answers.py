"""The answers of controls: read from a package, and laid next to the result rows that they are compared with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.records.blocks import read_blocks
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import ControlName

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CONTROLS", "Arm", "arms", "control_answers"]

CONTROLS = (
    ControlName.SELF_CONSISTENCY.value,
    ControlName.REPEATED_CALL.value,
    ControlName.DIRECT.value,
    ControlName.COT.value,
    ControlName.GENERATOR_ALONE.value,
)
"""In the order of every table: those that can be given the program's calls first."""
_ITEM = ["dataset", "item_id"]
_KEY = [*_ITEM, "solver", "generator", "sample"]
_SAID = ("extraction_failed", "error", "prompt_tokens", "response_tokens", "parameters")
_TYPES = {
    **dict.fromkeys((*_KEY[:4], "control", "error"), "string"),
    **dict.fromkeys(("sample", "calls", "prompt_tokens", "response_tokens"), "Int64"),
    **dict.fromkeys(("is_matched", "right", "extraction_failed"), "boolean"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """One control, its answers next to the rows of a table."""

    control: str
    is_matched: bool
    """Whether it was given the calls that the row's assisted run made."""
    answers: pd.DataFrame
    """By the rows' index: ``right`` (null where there is no answer), ``calls``, and ``is_there``."""

    @property
    def label(self) -> str:
        """How tables and charts call it."""
        return f"{self.control} (matched)" if self.is_matched else self.control


def control_answers(package: TracePackage) -> pd.DataFrame | None:
    """The control rows of a package; nothing if it has none.

    Returns:
        The fields of ``schemas/control.json`` that figures need, one line per control row, and ``registered``:
        whether its solver is.

    Raises:
        RecordError: the file changed since the package was opened, and a line is bad now.
    """
    import pandas as pd  # noqa: PLC0415  pandas costs start-up time

    path = package.folder / "controls.jsonl"
    if not package.has(path.name):
        return None
    names = (*_KEY, "control", "is_matched", "calls", "right", *_SAID)
    columns: dict[str, list[Any]] = {name: [] for name in names}
    for block in read_blocks(path, "control", names):
        for name, values in columns.items():
            values.extend(block.columns[name])
    columns["parameters"] = [value is not None for value in columns["parameters"]]
    answers = pd.DataFrame(columns).astype(_TYPES)
    registered = {name for name, entry in package.solvers.items() if entry.registered}
    return answers.assign(registered=answers["solver"].isin(registered)) if len(answers) else None


def arms(rows: pd.DataFrame, controls: pd.DataFrame, *, has_direct: bool) -> Iterator[Arm]:
    """Every control with its answers next to the rows; the direct channel is one of them.

    A control that names generator and sample belongs to that program's row, one that does not to all rows of its item
    and solver.

    Args:
        rows: of registered solvers, as ``registered_rows`` gives them.
        controls: as ``control_answers`` gives them.
        has_direct: whether the rows have a direct channel.
    """
    import pandas as pd  # noqa: PLC0415

    keys = rows[_KEY].astype(dict.fromkeys(_KEY[:4], "string"))
    for control in CONTROLS:
        if control == ControlName.DIRECT:
            if has_direct:
                right = rows["direct_correct"].astype("boolean").where(rows["correct_ans"].notna())
                known = {"right": right, "calls": rows["direct_calls"]}
                yield Arm(control, is_matched=False, answers=pd.DataFrame(known).assign(is_there=True))
            continue
        of_control = controls[controls["control"] == control]
        for is_matched in (True, False):
            chosen = of_control[of_control["is_matched"] == is_matched]
            if len(chosen):
                yield Arm(control, is_matched, _beside(keys, chosen))


def _beside(keys: pd.DataFrame, answers: pd.DataFrame) -> pd.DataFrame:
    """The answers by the index of the rows."""
    of_program = answers["generator"].notna()
    found = _merged(keys, answers[of_program], _KEY)
    of_item = _merged(keys, answers[~of_program], [*_ITEM, "solver"])
    return found.where(found["is_there"], of_item)


def _merged(keys: pd.DataFrame, answers: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    known = answers[[*by, "right", "calls"]].assign(is_there=True)
    merged = keys[by].merge(known, on=by, how="left", validate="many_to_one").set_axis(keys.index)
    is_there = merged["is_there"].astype("boolean").fillna(value=False).astype(bool)
    return merged[["right", "calls"]].assign(is_there=is_there)

"""Which columns of a table hold what of an item: as somebody says, or by the names that published datasets use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cgr_audit.errors import UsageError
from cgr_audit.records.importers.columns import column_names, families, named, value_at
from cgr_audit.records.importers.gold import GoldReading
from cgr_audit.records.importers.layout import NUMBERED, Layout
from cgr_audit.records.importers.mapping import ITEM_FIELDS
from cgr_audit.records.importers.option_text import lettered_options
from cgr_audit.records.importers.option_values import is_marked, text_field, text_of
from cgr_audit.records.importers.tables import Table

__all__ = ["recognise", "sole_column"]

_QUESTIONS = (
    ("question", "questiontext", "questionstem", "stem", "questioncontent"),
    ("query", "problem", "prompt", "ctx", "goal", "sentence", "questionquestion", "input"),
)
"""Names of a field, in tiers: two columns of one tier are two readings, of two tiers the first is meant."""
_OPTIONS = (
    ("options", "choices", "answerchoices", "answeroptions", "candidates", "endings", "alternatives", "mc1targets"),
    ("questionchoices", "questionoptions"),
    ("answers",),
)
_STEMS = ("", "option", "options", "opt", "op", "choice", "ending", "answer", "ans", "sol", "solution", "candidate")
_LABELS = ("optionids", "optionlabels", "choiceids", "choicelabels", "optionletters")
_GOLDS = (
    "answerkey", "answeridx", "answerindex", "answerletter", "answerlabel", "answerid", "answer", "correctids",
    "correctid", "correctanswer", "correctanswers", "correctoption", "correctoptions", "correctans", "correctidx",
    "correctindex", "correctletter", "correctchoice", "correct", "goldanswer", "goldlabel", "goldindex", "gold",
    "mc1targetslabels", "label", "labels", "target", "cop", "key",
)  # fmt: skip
_DISTRACTORS = ("incorrectanswers", "wronganswers", "distractors")
_DISTRACTOR_STEMS = ("incorrectanswer", "wronganswer", "distractor")
_CONTEXTS = ("context", "passage", "article", "paragraph", "story", "text")
_IDS = ("id", "itemid", "questionid", "qid", "uid", "uuid", "exampleid", "recordid")
_PLACES = ("idx", "index", "ind", "number", "no", "", "unnamed0")
"""Columns that may hold an id, and may as well count something else: they do if no two rows have the same."""


def recognise(table: Table, mapped: Mapping[str, str], dataset_field: str | None = None) -> Layout:
    """Find out which columns hold what.

    Args:
        table: the items.
        mapped: the columns that somebody has named, by field.
        dataset_field: the column that holds the dataset.

    Raises:
        UsageError: a field has no column or several, or a named column is not there.
    """
    columns = column_names(table)
    for name, column in {**mapped, **({"dataset": dataset_field} if dataset_field else {})}.items():
        for part in _columns(column, columns, allows_reading=name == "gold"):
            if part not in columns and not (name == "id" and part in NUMBERED):
                raise UsageError(f"{table.path}: {name}: no column {part!r}; it has {_listed(columns)}")
    top = [name for name in columns if "." not in name] + [name for name in columns if "." in name]
    question = _question(table, top, mapped)
    layout = _with_options(Layout(question, ()), table, top, mapped)
    ids = named(top, _IDS) or [one for one in named(top, _PLACES) if _is_key(table, one)]
    gold = mapped.get("gold")
    return replace(
        layout,
        id=mapped.get("id") or next(iter(ids), next(iter(NUMBERED))),
        id_readings=(mapped["id"],) if "id" in mapped else tuple(ids or NUMBERED),
        dataset=dataset_field or mapped.get("dataset") or next(iter(named(top, ("dataset",))), None),
        reading=_reading(gold, columns),
        own={
            name: column for name, column in mapped.items() if name not in ITEM_FIELDS or name in ("source", "licence")
        },
    )


def _question(table: Table, columns: Sequence[str], mapped: Mapping[str, str]) -> tuple[str, ...]:
    if "question" in mapped:
        return _columns(mapped["question"], columns)
    chosen = sole_column("question", table, columns, _QUESTIONS)
    if chosen is None:
        raise _missing(table, columns, "question")
    contexts = [one for one in named(columns, _CONTEXTS) if "." not in one and one != chosen]
    return (*contexts[:1], chosen)


def _with_options(layout: Layout, table: Table, columns: Sequence[str], mapped: Mapping[str, str]) -> Layout:
    gold = _columns(mapped["gold"], columns, allows_reading=True) if "gold" in mapped else ()
    if "options" in mapped:
        chosen = _columns(mapped["options"], columns)
        found = next((one for one in families(columns, _STEMS) if one.columns == chosen), None)
        layout = replace(layout, options=chosen, option_labels=_column_labels(chosen, found.suffixes if found else ()))
    else:
        wrong = _columns(mapped["distractors"], columns) if "distractors" in mapped else _distractors(columns)
        family = families(table.columns, _STEMS)
        whole = sole_column("options", table, columns, _OPTIONS)
        readings = [*([] if whole is None else [(whole,)]), *(one.columns for one in family)]
        if not readings and wrong:
            right = gold or tuple(named(columns, ("bestanswer", "correctanswer", *_GOLDS)))[:1]
            if not right:
                raise _missing(table, columns, "gold")
            return replace(layout, distractors=wrong, golds=right[:1])
        if not readings and _holds_options(table, layout.question[-1]):
            readings = [layout.question[-1:]]
        if not readings:
            raise _missing(table, columns, "options")
        if len(readings) > 1:
            raise _two(table, "options", [" ".join(one) for one in readings], [",".join(one) for one in readings])
        layout = replace(
            layout,
            options=readings[0],
            option_labels=_column_labels(readings[0], family[0].suffixes) if family else (),
        )
    held = next((value_at(row.record, layout.options[0]) for row in table.rows), None)
    labels = mapped.get("labels") or next(iter(named(columns, _LABELS)), None)
    taken = {*layout.question, *layout.options, labels}
    golds = gold or tuple(one for one in named(columns, _GOLDS) if one not in taken)
    if not golds and isinstance(held, Mapping) and is_marked(held):
        golds = layout.options
    if not golds:
        raise _missing(table, columns, "gold")
    if len(layout.options) > 1:
        return replace(layout, golds=golds)
    texts = text_field(held) if isinstance(held, Mapping) else None
    shown = None if texts is None else f"{layout.options[0]}.{texts}"
    return replace(layout, labels=labels, texts=shown, golds=golds)


def _column_labels(columns: Sequence[str], suffixes: Sequence[str]) -> tuple[str, ...]:
    """What columns call their options: a letter is a label; a number is none, for it may count from 0 or from 1."""
    if len(columns) == 1:
        return ()
    return tuple(
        suffix if suffix.isalpha() else name for name, suffix in zip(columns, suffixes or columns, strict=True)
    )


def _distractors(columns: Sequence[str]) -> tuple[str, ...]:
    found = families(columns, _DISTRACTOR_STEMS)
    return found[0].columns if found else tuple(named(columns, _DISTRACTORS)[:1])


def sole_column(role: str, table: Table, columns: Sequence[str], tiers: Sequence[Sequence[str]]) -> str | None:
    """The column of the first tier that has one.

    Raises:
        UsageError: a tier has several, which do not say the same.
    """
    for tier in tiers:
        found = [one for one in named(columns, tier) if role != "question" or not _is_nested(table, one)]
        if len(found) > 1 and any(
            value_at(row.record, found[0]) != value_at(row.record, one) for row in table.rows for one in found[1:]
        ):
            raise _two(table, role, found, found)
        if found:
            return found[0]
    return None


def _holds_options(table: Table, column: str) -> bool:
    """Whether the texts of most rows end with lettered options."""
    texts = [value_at(row.record, column) for row in table.rows]
    return 2 * sum(isinstance(one, str) and lettered_options(one) is not None for one in texts) > len(texts)


def _is_nested(table: Table, column: str) -> bool:
    return any(isinstance(value_at(row.record, column), Mapping) for row in table.rows)


def _columns(said: str, columns: Sequence[str], *, allows_reading: bool = False) -> tuple[str, ...]:
    """The columns that ``--map`` names: one, or several with commas between them."""
    if allows_reading:
        head, colon, reading = said.rpartition(":")
        said = head if colon and reading in list(GoldReading) and said not in columns else said
    return (said,) if said in columns else tuple(part.strip() for part in said.split(","))


def _reading(said: str | None, columns: Sequence[str]) -> GoldReading | None:
    if said is None or said in columns:
        return None
    name = said.rpartition(":")[2]
    return GoldReading(name) if name in list(GoldReading) else None


def _is_key(table: Table, column: str) -> bool:
    values = [text_of(value_at(row.record, column)) for row in table.rows]
    return None not in values and len(set(values)) == len(values)


def _missing(table: Table, columns: Sequence[str], role: str) -> UsageError:
    is_separated = table.path.suffix.lower() in (".csv", ".tsv")
    doubt = " (or is its first line no names of columns?)" if is_separated else ""
    return UsageError(
        f"{table.path}: no column is known to hold the {role}; it has {_listed(columns)}. Say which does: "
        f"--map {role}=COLUMN{doubt}"
    )


def _two(table: Table, role: str, shown: Sequence[str], said: Sequence[str]) -> UsageError:
    readings = " or ".join(f"{role} ← {one}" for one in shown)
    return UsageError(
        f"{table.path}: two readings are possible: {readings}. Say which: "
        + " or ".join(f"--map '{role}={one}'" for one in said)
    )


def _listed(columns: Sequence[str]) -> str:
    shown = [repr(one) for one in columns if "." not in one] or [repr(one) for one in columns]
    return ", ".join(shown[:20]) + (f" and {len(shown) - 20} more" if len(shown) > 20 else "")

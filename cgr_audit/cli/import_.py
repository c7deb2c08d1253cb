"""``cgr-audit import``: people's own items, programs and answers as a trace package."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.cli.graded_logs import ScoreOption

if TYPE_CHECKING:
    from cgr_audit.records.importers.items import ImportedItems
    from cgr_audit.records.importers.mapping import ColumnMapping
    from cgr_audit.records.importers.programs import ImportedPrograms
    from cgr_audit.records.importers.tables import Table
    from cgr_audit.records.package import TracePackage
    from cgr_audit.source.collected import Unreadable

__all__ = ["command"]

_SHOWN = 10
_NO_BUILT_IN = "no built-in one fits any"


def command(
    items: Annotated[
        Path,
        typer.Argument(
            metavar="ITEMS",
            help="The questions: .csv, .tsv, .jsonl, .jsonl.gz, .json (a list), .parquet, or a folder of these; or a "
            "log of Inspect (.eval), which holds programs or answers too.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="PACKAGE", help="The folder to make.", show_default=False)
    ],
    programs: Annotated[
        Optional[Path],  # noqa: UP045  typer reads the annotation at run time
        typer.Option(metavar="PATH", help="The programs: a folder or .zip whose file names hold ids, or rows."),
    ] = None,
    results: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FILE", help="Rows of existing answers: direct, assisted, the generator's own."),
    ] = None,
    mapped: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option(
            "--map",
            metavar="FIELD=COLUMN",
            help="Which column holds what: id, dataset, question, options, labels, gold, distractors; programs.FIELD "
            "and results.FIELD of the other files; any other FIELD is one more of the item. Dotted paths, and several "
            "columns with commas, are fine.",
            show_default=False,
        ),
    ] = None,
    dataset: Annotated[str, typer.Option(metavar="NAME", help="The dataset's name; by default the file's.")] = "",
    dataset_field: Annotated[str, typer.Option(metavar="FIELD", help="The column that holds the dataset.")] = "",
    contract: Annotated[
        str,
        typer.Option(metavar="NAME|FILE", help="The package's contract; by default inferred from the programs."),
    ] = "",
    program_id: Annotated[
        str,
        typer.Option(metavar="PATTERN", help="How programs are named, such as {generator}/{item}.{sample}.py."),
    ] = "",
    generator: Annotated[
        str, typer.Option(metavar="NAME", help="The generator's name, if the data do not say it.")
    ] = "",
    shuffle: Annotated[
        bool, typer.Option("--shuffle", help="Shuffle the options, in an order derived from the item's id.")
    ] = False,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Skip and count invalid rows.")] = False,
    score: ScoreOption = "",
) -> None:
    """Make a trace package from your own items, programs and answers.

    Layouts of published datasets are recognised and reported in one line. If rows can be read in two ways, both are
    shown and nothing is written. Exit code 2: columns unknown or ambiguous; 4: invalid rows.
    """
    from cgr_audit.cli.destinations import require_out_folder
    from cgr_audit.cli.output import inform, say
    from cgr_audit.errors import UsageError
    from cgr_audit.records.importers.identity import with_ids
    from cgr_audit.records.importers.items import import_items
    from cgr_audit.records.importers.mapping import may_be_kept, read_mapping
    from cgr_audit.records.importers.package import Imported, require_new_folder, write_imported
    from cgr_audit.records.importers.programs import GENERATOR, ProgramSource, import_programs
    from cgr_audit.records.importers.results import import_results
    from cgr_audit.records.importers.tables import read_table

    require_out_folder(out)
    require_new_folder(out)
    columns = read_mapping(mapped or [])
    if dataset and dataset_field:
        raise UsageError("--dataset names one dataset, --dataset-field the column of several; give one of the two")
    _check_files(columns, programs, results, program_id)
    others = bool(programs or results or mapped or dataset_field or generator or shuffle)
    if _imported_log(items, out, dataset, contract, score, skip_bad=skip_bad, others=others):
        return
    table = read_table(items)
    generator = generator or GENERATOR
    source = None if programs is None else ProgramSource(programs, program_id, columns.programs, generator)
    answer_table = None if results is None else read_table(results)

    def read_items(**more: str) -> ImportedItems:
        own = {**columns.items, **more}
        return import_items(table, own, dataset or table.name, dataset_field or None, shuffle=shuffle)

    read = with_ids(lambda one: read_items(id=one), read_items(), source, answer_table, columns)
    _say_items(read, table, skip_bad=skip_bad)
    written = None
    if source is not None:
        written = import_programs(source, list(read.items))
        _say_programs(written, read)
        _check("program", written.bad, skip_bad=skip_bad)
    answers = None
    if answer_table is not None:
        records = [record for record, _ in written.programs] if written is not None else []
        answers = import_results(answer_table, columns.results, read, records, generator)
        say(answers.recognised)
        _say_some("row", answers.without_item, "about none of the items: left out")
        _check("row", answers.bad, skip_bad=skip_bad)
    terms, is_own, reads = _contract(contract, written, read, programs, out)
    unmapped = read.layout.unmapped(table.columns)
    kept = [one for one in unmapped if one in reads and may_be_kept(one)]
    if kept:
        say(f"programs read {', '.join(kept)}: kept as a field of the item")
        read = read_items(id=read.layout.id, **{name: name for name in kept})
    _say_unused([one for one in unmapped if one not in kept])
    package = write_imported(out, Imported(out.resolve().name, read, written, answers, terms, is_own))
    left_out = sum(len(part.bad) for part in (read, written, answers) if part is not None)
    inform(_summary(package, left_out, out))


def _check_files(columns: ColumnMapping, programs: Path | None, results: Path | None, program_id: str) -> None:
    """Refuse options for files that are not given.

    Raises:
        UsageError: there are such options.
    """
    from cgr_audit.errors import UsageError

    for option, named, path in (("programs", columns.programs, programs), ("results", columns.results, results)):
        if named and path is None:
            raise UsageError(f"--map {option}.{next(iter(named))}: there are no --{option}")
    if program_id and programs is None:
        raise UsageError("--program-id: there are no --programs")


def _say_items(read: ImportedItems, table: Table, *, skip_bad: bool) -> None:
    from cgr_audit.cli.output import say

    say(str(read.layout))
    for name in table.left_out[:_SHOWN]:
        say(f"{name}: left out: unsupported file extension")
    _check("row", read.bad, skip_bad=skip_bad)
    for note in read.notes:
        say(note)


def _imported_log(
    path: Path, out: Path, dataset: str, contract: str, score: str, *, skip_bad: bool, others: bool
) -> bool:
    """Make a package of a log: items of its samples, programs and answers of its completions.

    Returns:
        Whether it is a log; nothing is done where it is not.

    Raises:
        UsageError: options were given that are for tables (``others``), or a score where there is no log.
    """
    from cgr_audit.cli.output import say
    from cgr_audit.errors import UsageError
    from cgr_audit.records.importers.inspect_log import import_log
    from cgr_audit.records.importers.package import Imported, write_imported
    from cgr_audit.source.inspect_log import is_log

    if not is_log(path):
        if score:
            raise UsageError(f"--score is for logs, and {path} is not a log of Inspect")
        return False
    if others:
        said = "a log says what its samples, programs and answers are"
        raise UsageError(f"{path}: {said}; give no more than --dataset, --contract, --score and --skip-bad")
    log = import_log(path, dataset, score)
    say(str(log.items.layout))
    _check("sample", log.items.bad, skip_bad=skip_bad)
    if log.programs is not None:
        _say_programs(log.programs, log.items)
        _check("program", log.programs.bad, skip_bad=skip_bad)
    if log.results is not None:
        say(log.results.recognised)
    for note in log.notes:
        say(note)
    terms, is_own, _ = _contract(contract, log.programs, log.items, path, out)
    package = write_imported(out, Imported(out.resolve().name, log.items, log.programs, log.results, terms, is_own))
    say(_summary(package, len(log.items.bad), out))
    return True


def _check(what: str, bad: Sequence[Unreadable], *, skip_bad: bool) -> None:
    """Say which rows are wrong, and stop unless they may be left out.

    Raises:
        RecordError: there are some, and they may not.
    """
    from cgr_audit.cli.output import say
    from cgr_audit.plural import counted
    from cgr_audit.records.json_text import RecordError

    if not bad:
        return
    for one in bad[:_SHOWN]:
        say(f"{one.path}: {one.reason}")
    if len(bad) > _SHOWN:
        say(f"... and {len(bad) - _SHOWN:,} more")
    if not skip_bad:
        them = "them" if len(bad) > 1 else "it"
        raise RecordError(f"{counted(len(bad), f'{what} is', f'{what}s are')} wrong; --skip-bad leaves {them} out")


def _say_programs(written: ImportedPrograms, read: ImportedItems) -> None:
    from cgr_audit.cli.output import say, say_skipped

    say(written.recognised)
    for skipped in written.left_out[:_SHOWN]:
        say_skipped(skipped)
    if written.taken_out:
        say(f"{written.taken_out:,} of the programs were taken out of Markdown or prose; derived_from keeps the digest")
    covered = {record.item_key for record, _ in written.programs}
    _say_some("program", written.without_item, "about none of the items: left out")
    _say_some("item", [key.item_id for key in read.items if key not in covered], "without a program")


def _say_some(what: str, names: Sequence[str], said: str) -> None:
    from cgr_audit.cli.output import say
    from cgr_audit.plural import counted

    if names:
        say(f"{counted(len(names), what)} {said}; first {names[0]}")


def _say_unused(columns: Sequence[str]) -> None:
    from cgr_audit.cli.output import say

    if columns:
        more = f" and {len(columns) - _SHOWN} more" if len(columns) > _SHOWN else ""
        say(f"not used: {', '.join(columns[:_SHOWN])}{more} (--map FIELD=COLUMN keeps one as a field of the item)")


def _contract(
    chosen: str, written: ImportedPrograms | None, read: ImportedItems, programs: Path | None, out: Path
) -> tuple[str, bool, Collection[str]]:
    """The package's contract: a name, or a text and that it is one; and the keys that programs read from their item."""
    from cgr_audit.analysis.inference.inference import infer_contract
    from cgr_audit.cli.output import say
    from cgr_audit.records.importers.package import CONTRACT_FILE
    from cgr_audit.source.contract import built_in_contracts, load_contract
    from cgr_audit.source.program import Program

    if chosen:
        terms = load_contract(chosen)
        return (chosen, False, ()) if chosen in built_in_contracts() else (terms.text, True, ())
    if written is None:
        return "cgr", False, ()
    layout = read.layout
    renamed = {column: field for field, column in _recorded(layout.question, layout.options, layout.id)}
    texts = [Program(record.program_id, record.program_id, data) for record, data in written.programs]
    found = infer_contract(texts, out.resolve().name, str(programs), renamed)
    reads = found.proposal.counts.reads
    if found.is_built_in:
        say(f"contract: {found.built_in}, built in, which {found.built_in_fits} programs fit")
        return found.built_in, False, reads
    other = f"the built-in {found.built_in}: {found.built_in_fits}" if found.built_in_fits.count else _NO_BUILT_IN
    said = f"contract: proposed from the programs, which {found.fits} fit ({other}); read {out / CONTRACT_FILE}"
    say(f"{said} before you rely on it")
    return found.text, True, reads


def _recorded(question: Sequence[str], options: Sequence[str], item_id: str) -> list[tuple[str, str]]:
    named = [("question", question[-1])]
    named += [("options", options[0])] if len(options) == 1 else []
    return [*named, ("item_id", item_id)]


def _summary(package: TracePackage, bad: int, out: Path) -> str:
    from cgr_audit.plural import counted

    datasets = len({key.dataset for key in package.items})
    parts = [f"{counted(len(package.items), 'item')} in {counted(datasets, 'dataset')}"]
    parts += [counted(len(package.programs), "program")] if package.programs else []
    parts += [counted(package.consistency.results, "row") + " of answers"] if package.consistency.results else []
    parts += [counted(bad, "row") + " left out"] if bad else []
    return f"{', '.join(parts)} · {out}"

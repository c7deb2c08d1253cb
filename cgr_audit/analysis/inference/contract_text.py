"""A proposed contract as the file it would be, with the share of programs next to each key."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from cgr_audit.analysis.inference.proposal import NO_NAME, Proposal
from cgr_audit.source.contract import ArgumentStyle, EntryKind, ReturnShape, built_in_contracts, load_contract
from cgr_audit.source.helper_signature import is_plain_name

__all__ = ["contract_text"]

_NAMED = 6
"""How many names of a kind a comment lists."""


def contract_text(proposal: Proposal, name: str, programs: str) -> str:
    """The text of the contract file; it is valid, whatever the programs show.

    Args:
        proposal: what it says.
        name: what outputs call it.
        programs: where the programs are, for the first comment.
    """
    if name in built_in_contracts():
        name = f"own-{name}"
    return "\n".join(_lines(proposal, name, programs)) + "\n"


def _lines(proposal: Proposal, name: str, programs: str) -> Iterator[str]:
    counts = proposal.counts
    total = counts.read.count
    yield f"# Proposed from the programs in {' '.join(programs.split())}; {counts.read} could be read."
    yield "# The comments say how many programs show the key next to them. docs/contracts.md explains every key."
    yield f"name = {_text(name)}"
    yield ""
    yield from _entry(proposal)
    yield ""
    yield "[returns]"
    yield _beside(f"shape = {_text(proposal.shape)}", _listed(counts.shapes))
    if proposal.shape is ReturnShape.VARIABLE:
        yield f"variable = {_text(proposal.variable or 'answer')}"
    if proposal.fields:
        yield _beside(f"fields = {_list(proposal.fields)}", _listed(counts.fields))
        yield f"solver_field = {_text(proposal.solver_field or proposal.fields[0])}"
        if proposal.generator_field:
            yield f"generator_field = {_text(proposal.generator_field)}"
    yield f"answer = {_text('letter' if proposal.solver or proposal.factories else 'any')}"
    yield from _solver(proposal, total)
    if proposal.item_fields:
        yield ""
        yield "[item]"
        fields = ", ".join(f"{_key(one)} = {_text(recorded)}" for one, recorded in proposal.item_fields.items())
        yield f"fields = {{ {fields} }}  # the name that programs read = the field of the item's record"
    if proposal.profile != "standard":
        yield ""
        yield "[imports]"
        yield f"profile = {_text(proposal.profile)}"


def _entry(proposal: Proposal) -> Iterator[str]:
    counts = proposal.counts
    yield "[entry]"
    yield _beside(f"kind = {_text(proposal.kind)}", str(counts.kind))
    if proposal.kind is not EntryKind.SCRIPT:
        said = "nothing in common, the last function that no other calls: " if proposal.name == NO_NAME else ""
        yield _beside(f"name = {_text(proposal.name)}", said + _listed(counts.names))
    if proposal.arguments is ArgumentStyle.EXPRESSION:
        yield f'arguments = "expression"  # a literal argument list per row; they need {_listed(counts.unsupplied)}'
    elif proposal.kind is not EntryKind.SCRIPT:
        yield _beside(f"parameters = {_list(proposal.parameters)}", _listed(counts.parameters))
        if proposal.supplies:
            given = ", ".join(f"{one} = {_text(supply)}" for one, supply in proposal.supplies.items())
            yield f"supplies = {{ {given} }}"
        if counts.unsupplied:
            yield f"# needed, and nothing is known to supply it: {_listed(counts.unsupplied)}; name above what you know"


def _solver(proposal: Proposal, total: int) -> Iterator[str]:
    counts = proposal.counts
    if proposal.solver or proposal.factories:
        yield ""
        yield "[solver]"
        if proposal.solver:
            yield _beside(f"functions = {_table(proposal.solver)}", _calls(counts.helpers, proposal.solver, total))
        if proposal.factories:
            called = _calls(counts.helpers, proposal.factories, total)
            yield _beside(f"factories = {_list(proposal.factories)}", called)
        if proposal.modules:
            yield f"modules = {_list(proposal.modules)}"
        yield "# budget = 10  # calls per attempt that are allowed; without it no number is too many"
    if counts.others:
        yield f"# called, and bound nowhere: {_listed(counts.others)}; a program that calls one fails"
    if proposal.solver or proposal.factories:
        yield ""
        yield "[direct]"
        yield f'prompt = """{load_contract("cgr").direct.prompt}"""'
        yield ""
        yield "[extraction]"
        known = [one for one in proposal.extraction if one in counts.helpers]
        called = _calls(counts.helpers, known, total) if known else "takes the letter out of direct answers"
        yield _beside(f"functions = {_table(proposal.extraction)}", called)
        yield 'failure_value = "X"'


def _beside(line: str, comment: str) -> str:
    return f"{line}  # {comment}" if comment else line


def _calls(counts: Mapping[str, int], names: Sequence[str] | Mapping[str, object], total: int) -> str:
    return ", ".join(f"{counts[name]} of {total} call {name}" for name in names if name in counts)


def _listed(counts: Mapping[str, int]) -> str:
    named = [f"{' '.join(name.split())} {count}" for name, count in counts.items()]
    more = [f"{len(named) - _NAMED} more"] if len(named) > _NAMED else []
    return ", ".join([*named[:_NAMED], *more])


def _table(functions: Mapping[str, Sequence[str]]) -> str:
    return "{ " + ", ".join(f"{_key(name)} = {_list(parameters)}" for name, parameters in functions.items()) + " }"


def _list(texts: Sequence[str]) -> str:
    return "[" + ", ".join(map(_text, texts)) + "]"


def _key(name: str) -> str:
    return name if is_plain_name(name) and name.isascii() else _text(name)


def _text(text: str) -> str:
    """A text as TOML writes it, which is as JSON does."""
    return json.dumps(str(text), ensure_ascii=True).replace("\\/", "/")

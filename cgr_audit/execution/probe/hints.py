"""Prompts that single out an option that neither a response nor the item's texts named (CGR908).

The runs of a probe differ only in what the solver says. A sentence of their prompts that always names the same option,
before any response has named it, comes from the program. One that names different options (a question about each, an
earlier answer that is quoted) does not count. On an item with other texts a sentence of the program stays, and one that
was taken from the item's texts changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from cgr_audit.execution.observed import Observed, Seen
from cgr_audit.execution.probe.counterfactual import Counterfactual, Family, obeying_solver
from cgr_audit.execution.probe.item_runs import ItemRuns
from cgr_audit.execution.probe.items import another_item
from cgr_audit.execution.probe.prompt_mentions import Mention, PromptReader
from cgr_audit.records.rows import CallRow, Item
from cgr_audit.solvers.counterfactual import BelievingSolver, MixedSolver

__all__ = ["seen_hints"]

_LONGEST_SHOWN = 100
_SEEDS = 2


def seen_hints(runs: ItemRuns, item: Item) -> Iterator[Seen]:
    """The options that the program's own words in prompts favour.

    Only a program whose prompts name an option is run again: under a few more solvers, and on an item with other texts.

    Raises:
        HarnessFailedError: the sandbox failed.
    """
    if len(item.option_ids) < 2 or runs.is_costly:
        return
    mentions = _Mentions(PromptReader(item))
    for trial in runs.trials:
        mentions.add(trial.solver, trial.run.calls)
    if any(one.call_index for one in mentions.constant()):
        for solver in _more_solvers(item):
            mentions.add(solver, runs.run_on(item, solver).calls)
    constant = mentions.constant()
    if not constant:
        return
    other = _other_item(item)
    elsewhere = [_Mentions(PromptReader(read)) for read in (other, item)]
    for solver in {one.solver.name: one.solver for one in constant}.values():
        calls = runs.run_on(other, solver).calls
        for read in elsewhere:
            read.add(solver, calls)
    stays = [
        one for one in constant if any(read.options_of(one.mention) == {one.mention.options} for read in elsewhere)
    ]
    if stays:
        obeyed = {runs.on(one, obeying_solver(one)) for one in (item, other)}
        yield _seen(stays, obeyed.pop() if len(obeyed) == 1 and obeyed <= {*item.option_ids} else None)


@dataclass(frozen=True, slots=True)
class _First:
    """The first place of a mention whose options no response had named before."""

    mention: Mention
    solver: Counterfactual
    call_index: int


@dataclass(slots=True)
class _Mentions:
    """What the prompts of several runs on one item mention."""

    reader: PromptReader
    _options: dict[str, set[frozenset[str]]] = field(default_factory=dict)
    """By template, the options that filled it."""
    _first: dict[Mention, _First] = field(default_factory=dict)
    _prompts: dict[str, None] = field(default_factory=dict)

    def add(self, solver: Counterfactual, calls: Sequence[CallRow]) -> None:
        """Read the prompts of one run."""
        responses: list[str] = []
        named: frozenset[str] = frozenset()
        for call in calls:
            self._prompts[call.prompt or ""] = None
            for mention in self.reader.mentions(call.prompt or "", responses):
                self._options.setdefault(mention.template, set()).add(mention.options)
                if not mention.options & named:
                    self._first.setdefault(mention, _First(mention, solver, call.call_index))
            responses.append(call.response or "")
            named |= self.reader.names(responses[-1])

    def options_of(self, mention: Mention) -> set[frozenset[str]]:
        """All options that fill the template of a mention."""
        return self._options.get(mention.template, set())

    def constant(self) -> list[_First]:
        """The mentions whose template always names the same options, and did so before the solver."""
        found = [one for mention, one in self._first.items() if len(self._options[mention.template]) == 1]
        if any(one.mention.is_listing for one in found):
            shown = frozenset[str]().union(*map(self.reader.shown, self._prompts))
            found = [one for one in found if not (one.mention.is_listing and shown > one.mention.options)]
        return found


def _more_solvers(item: Item) -> Iterator[Counterfactual]:
    """Solvers whose scores and letters differ, because an earlier response may have caused a mention."""
    texts = {option["id"]: option["text"] or "" for option in item.options}
    for option in item.option_ids[-2:]:
        yield Counterfactual(f"holds {option} to be right", Family.BELIEF, BelievingSolver(option, texts))
    letters = tuple(f"Answer: {option}" for option in item.option_ids)
    for seed in range(_SEEDS):
        yield Counterfactual(f"letters drawn with seed {seed}", Family.MIXED, MixedSolver(seed, letters))


def _other_item(item: Item) -> Item:
    """An item with the same ids and other texts of the same lengths; a text of the first comes from the program."""
    other = another_item(item)
    return replace(other, options=tuple({**one, "text": (one["text"] or "")[::-1]} for one in other.options))


def _seen(stays: Sequence[_First], obeyed: str | None) -> Seen:
    first = stays[0]
    words = " ".join(first.mention.words.split())
    shown = words if len(words) <= _LONGEST_SHOWN else f"{words[:_LONGEST_SHOWN]}..."
    named = ", ".join(sorted(first.mention.options))
    said = f"whatever the solver says, the prompts single out {named}: {shown!r}"
    if obeyed is not None:
        said += f"; a solver that follows its prompts answers {obeyed!r} on every item"
    return Seen(Observed.CONSTANT_HINT, "hint", said, f"under the solver: {first.solver.name}")

"""Which of what programs call are the helpers that a runner provides, and with which parameters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from cgr_audit.analysis.inference.counting import often
from cgr_audit.analysis.inference.traits import HelperCall, ProgramTraits

__all__ = ["free_name", "helpers"]

_EXTRACTS = re.compile(r"(?i)extract|parse|(?:^|_)(?:get_)?(?:letter|choice|answer)")
_ASKS = re.compile(r"(?i)llm|model|ask|solver|query|gpt|chat|complet|generat|call|prompt|agent")


def helpers(
    traits: Sequence[ProgramTraits],
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...], dict[str, tuple[str, ...]], dict[str, int], set[str]]:
    """Solver functions, factories, extraction helpers, what else is called, and the names of the first three."""
    calls: dict[str, list[HelperCall]] = {}
    programs: Counter[str] = Counter()
    for one in traits:
        programs.update({call.name for call in one.calls})
        for call in one.calls:
            calls.setdefault(call.name, []).append(call)
    frequent = often(programs, len(traits))
    factories = tuple(name for name in frequent if name[:1].isupper() and _ASKS.search(name))
    functions = [name for name in frequent if not name[:1].isupper()]
    extracting = [name for name in functions if _EXTRACTS.search(name) and not re.match(r"(?i)ask|call|query", name)]
    asking = [name for name in functions if name not in extracting and _ASKS.search(name)]
    rest = [name for name in functions if name not in extracting]
    if not asking and not factories:
        asking = rest[:1] if rest and 2 * programs[rest[0]] >= len(traits) else []
    chosen = {*asking, *factories, *extracting} if asking or factories else set()
    return (
        {name: _signature(calls[name], "prompt") for name in asking},
        factories,
        {name: _signature(calls[name], "response") for name in extracting if chosen},
        {name: count for name, count in programs.most_common() if name not in chosen and calls[name][0].module is None},
        chosen,
    )


def _signature(calls: Iterable[HelperCall], first: str) -> tuple[str, ...]:
    """The parameters that calls of a helper can be made with, but for those that few are made with."""
    calls = list(calls)
    lengths = often(Counter(len(call.positional) for call in calls), len(calls))
    most, least = max(lengths), min(lengths)
    keywords = often(Counter(name for call in calls for name in call.keywords), len(calls))
    if not least and keywords:
        first = first if first in keywords else next(iter(keywords))
    names = [first]
    for place in range(1, most):
        given = Counter(call.positional[place] for call in calls if len(call.positional) > place)
        name = next((one for one, _ in given.most_common() if one and one not in names), f"setting{place}")
        names.append(name if place < least else f"{name}=None")
    known = {name.partition("=")[0] for name in names}
    return (*names, *(f"{name}=None" for name in keywords if name not in known))


def free_name(traits: Sequence[ProgramTraits]) -> str:
    """A name for the extraction helper that no program binds."""
    bound = frozenset().union(*(one.bound for one in traits))
    return next(
        name
        for name in ("extract_answer", "extract_letter", "extract_option_letter", "extract_option")
        if name not in bound
    )

"""Which item a program is about, by its file's name: ``{dataset}/{item}.{sample}.py`` and the like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from urllib.parse import unquote

from cgr_audit.errors import UsageError
from cgr_audit.plural import counted
from cgr_audit.records.rows import ItemKey

__all__ = ["ItemNames", "NamePattern", "Named", "find_pattern"]

_FIELDS = {"item": ".+?", "dataset": "[^/]+?", "generator": "[^/]+?", "sample": r"\d+", "any": "[^/]*?"}
_FOLDERS = ("", "{dataset}/", "{generator}/", "{generator}/{dataset}/", "{dataset}/{generator}/")
_STEMS = (
    "{item}",
    "{item}.{sample}",
    "{item}_{sample}",
    "{item}-{sample}",
    "{item}_s{sample}",
    "{item}_sample{sample}",
)
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_FEW = 3


@dataclass(frozen=True, slots=True)
class Named:
    """What a file's name says."""

    key: ItemKey
    generator: str | None
    sample: int | None


class ItemNames:
    """Items by what a name can hold of them."""

    def __init__(self, keys: Sequence[ItemKey]) -> None:
        self.by_key = {key: key for key in keys}
        self._by_id: dict[str, list[ItemKey]] = {}
        self._by_fold: dict[str, set[ItemKey]] = {}
        for key in keys:
            self._by_id.setdefault(key.item_id, []).append(key)
            self._by_fold.setdefault(_folded(key.item_id), set()).add(key)

    def find(self, item_id: str, dataset: str | None) -> ItemKey | None:
        """The only item that a name can mean, also where it has no leading zeros, ``/`` or capitals as the id has."""
        for text in dict.fromkeys((item_id, unquote(item_id))):
            keys = self._by_id.get(text) or sorted(self._by_fold.get(_folded(text), ()))
            chosen = [key for key in keys if dataset is None or key.dataset in (dataset, unquote(dataset))]
            if len(chosen) == 1:
                return chosen[0]
        return None


class NamePattern:
    """Names with an item's id in them."""

    def __init__(self, text: str) -> None:
        """Read a pattern.

        Raises:
            UsageError: it has no ``{item}``, or a placeholder that is not known or there twice.
        """
        names = _PLACEHOLDER.findall(text)
        unknown = next((name for name in names if name not in _FIELDS), None)
        if "item" not in names or unknown or len(set(names) - {"any"}) < len([name for name in names if name != "any"]):
            offered = ", ".join(f"{{{name}}}" for name in _FIELDS)
            raise UsageError(f"--program-id {text}: write {{item}} once, and of {offered} what else the names hold")
        self.text = text
        pieces = [re.escape(piece) if place % 2 == 0 else _group(piece)
                  for place, piece in enumerate(_PLACEHOLDER.split(text))]  # fmt: skip
        self._expression = re.compile("".join(pieces) + ("" if text.endswith(".py") else r"(?:\.py)?"))

    def read(self, path: str, items: ItemNames) -> Named | None:
        """What a path below the folder of programs says; nothing if it names no item."""
        found = self._expression.fullmatch(path)
        if found is None:
            return None
        said = found.groupdict()
        key = items.find(said["item"], said.get("dataset"))
        if key is None:
            return None
        sample = said.get("sample")
        return Named(key, said.get("generator"), None if sample is None else int(sample))


def find_pattern(paths: Sequence[str], items: ItemNames, said: str = "") -> NamePattern:
    """The pattern by which the most names hold an item's id.

    Args:
        paths: the files below the folder of programs.
        items: the items.
        said: the pattern, where somebody has named it.

    Raises:
        UsageError: no name holds an id, or two patterns find as many in different items.
    """
    best: tuple[int, NamePattern, Mapping[str, ItemKey]] | None = None
    for text in [said] if said else _candidates(paths):
        pattern = NamePattern(text)
        found = {path: named.key for path in paths if (named := pattern.read(path, items)) is not None}
        if best is None or len(found) > best[0]:
            best = len(found), pattern, found
            if len(found) == len(paths):
                break
        elif found and len(found) == best[0] and found != best[2]:
            path = next(path for path in paths if found.get(path) != best[2].get(path))
            raise UsageError(
                f"{path}: two readings of its name are possible, {best[1].text} and {text}; say which: "
                f"--program-id '{best[1].text}' or --program-id '{text}'"
            )
    if best is None or not best[0]:
        tried = f"{said!r} finds no item's id in" if said else "no item's id is recognised in"
        names = ", ".join(map(repr, sorted(paths)[:_FEW]))
        ids = ", ".join(repr(key.item_id) for key in sorted(items.by_key)[:_FEW])
        raise UsageError(
            f"{tried} the names of {counted(len(paths), 'program')}, such as {names}; ids are such as {ids}. Say where "
            "it stands: --program-id 'run1/{item}.py'"
        )
    return best[1]


def _candidates(paths: Sequence[str]) -> Iterator[str]:
    """Patterns that names may follow, the plainest first; what all names begin with may stand before the id."""
    depths = {path.count("/") for path in paths}
    names = sorted(path.rpartition("/")[2] for path in paths)
    start = "".join(takewhile(bool, (a if a == b else "" for a, b in zip(names[0], names[-1], strict=False))))
    start = re.sub(r"\{.*", "", start)
    words = [start[:end] for end in range(1, len(start) + 1) if _ends_a_word(start[:end], start[end : end + 1])]
    prefixes = ["", *words]
    for folder in _FOLDERS:
        if folder.count("/") in depths:
            for prefix in prefixes:
                yield from (f"{folder}{prefix}{stem}.py" for stem in _STEMS)


def _ends_a_word(text: str, following: str) -> bool:
    return not text[-1].isalnum() or (text[-1].isalpha() and not following.isalpha())


def _group(name: str) -> str:
    return f"(?:{_FIELDS[name]})" if name == "any" else f"(?P<{name}>{_FIELDS[name]})"


def _folded(text: str) -> str:
    """An id as file names write it: without leading zeros, in one case, and with one sign for all that names lack."""
    return re.sub(r"[^\w.]+", "_", re.sub(r"(?<!\d)0+(?=\d)", "", text.casefold()))

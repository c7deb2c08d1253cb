"""What callees outside the program do with callables that are handed to them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["HOLDING_METHODS", "INERT", "LOOKUPS", "PASSING", "PASSING_METHODS", "RUNNERS", "RUNNING_METHODS"]

INERT: frozenset[str] = frozenset(
    f"builtins.{name}"
    for name in (
        "bool", "callable", "delattr", "float", "format", "hasattr", "hash", "id", "int", "isinstance",
        "issubclass", "len", "print", "range", "repr", "str", "type",
    )
)  # fmt: skip
"""They neither call nor keep what they are given."""

PASSING: frozenset[str] = frozenset(
    {
        "collections.ChainMap",
        "collections.OrderedDict",
        "collections.deque",
        "copy.copy",
        "copy.deepcopy",
        "functools.cache",
        "functools.lru_cache",
        "functools.wraps",
        "itertools.chain",
        "itertools.chain.from_iterable",
        "itertools.combinations",
        "itertools.cycle",
        "itertools.islice",
        "itertools.permutations",
        "itertools.product",
        "itertools.repeat",
        "itertools.tee",
        "itertools.zip_longest",
        "operator.getitem",
        "random.choice",
        "random.choices",
        "random.sample",
        "random.shuffle",
        "types.MappingProxyType",
        "types.SimpleNamespace",
        "typing.cast",
    }
    | {
        f"builtins.{name}"
        for name in (
            "classmethod", "dict", "enumerate", "frozenset", "iter", "list", "next", "property", "reversed",
            "set", "slice", "staticmethod", "tuple", "zip",
        )
    }
)  # fmt: skip
"""They give back what they are given, or something that holds it, without calling it."""

RUNNERS: Mapping[str, frozenset[int | str]] = MappingProxyType(
    {
        **{f"builtins.{name}": frozenset({0}) for name in ("filter", "map")},
        **{f"builtins.{name}": frozenset({"key"}) for name in ("max", "min", "sorted")},
        **{f"builtins.{name}": frozenset[int | str]() for name in ("all", "any", "sum")},
        "asyncio.create_task": frozenset(),
        "asyncio.gather": frozenset(),
        "asyncio.run": frozenset(),
        "asyncio.to_thread": frozenset({0}),
        "collections.defaultdict": frozenset({0}),
        "functools.reduce": frozenset({0}),
        "heapq.merge": frozenset({"key"}),
        "heapq.nlargest": frozenset({2, "key"}),
        "heapq.nsmallest": frozenset({2, "key"}),
        "itertools.accumulate": frozenset({1, "func"}),
        "itertools.dropwhile": frozenset({0}),
        "itertools.filterfalse": frozenset({0}),
        "itertools.groupby": frozenset({1, "key"}),
        "itertools.starmap": frozenset({0}),
        "itertools.takewhile": frozenset({0}),
        "re.sub": frozenset({1, "repl"}),
        "re.subn": frozenset({1, "repl"}),
    }
)
"""Which of their arguments, by place or keyword, they call; the others they pass on to it, or give back."""

RUNNING_METHODS: Mapping[str, frozenset[int | str]] = MappingProxyType(
    {
        "apply": frozenset({0}),
        "apply_async": frozenset({0}),
        "imap": frozenset({0}),
        "imap_unordered": frozenset({0}),
        "map": frozenset({0}),
        "run_in_executor": frozenset({1}),
        "sort": frozenset({"key"}),
        "starmap": frozenset({0}),
        "submit": frozenset({0}),
    }
)
"""The same for methods of executors, pools and lists."""

PASSING_METHODS: frozenset[str] = frozenset(
    {"copy", "get", "items", "keys", "pop", "popitem", "popleft", "setdefault", "values"}
)
"""Methods of containers that give back what the container holds."""

HOLDING_METHODS: frozenset[str] = frozenset(
    {"add", "append", "appendleft", "extend", "extendleft", "index", "insert", "count", "remove", "discard"}
    | {"put", "put_nowait", "push", "setdefault", "update", "union", "get", "pop"}
)
"""Methods of containers that keep what they are given, or look for it, without calling it."""

LOOKUPS: frozenset[str] = frozenset(
    {f"builtins.{name}" for name in ("__import__", "eval", "exec", "globals", "locals", "vars")}
    | {"importlib.import_module"}
)
"""What they give back may be anything that the program or the runner has a name for."""

"""The classes of the results of standard classes, functions and methods."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["EXACT", "METHOD_RESULTS", "RESULTS"]

_STR, _LIST, _DICT, _INT, _BOOL = ("builtins." + name for name in ("str", "list", "dict", "int", "bool"))
_NONE = "builtins.NoneType"


def _all(names: str, result: str) -> dict[str, str]:
    return dict.fromkeys(names.split(), result)


EXACT = frozenset(
    {
        *(f"builtins.{name}" for name in (
            "str", "int", "float", "bool", "list", "dict", "set", "frozenset", "tuple", "bytes", "bytearray", "range",
            "enumerate", "zip", "map", "filter", "complex",
        )),
        "collections.Counter", "collections.OrderedDict", "collections.defaultdict", "collections.deque",
        "datetime.date", "datetime.datetime", "datetime.time", "datetime.timedelta", "fractions.Fraction",
        "decimal.Decimal",
    }
)  # fmt: skip
"""Classes whose call gives an instance of them and of nothing else."""
RESULTS: Mapping[str, str] = {
    **{f"builtins.{name}": _STR for name in ("repr", "ascii", "chr", "bin", "hex", "oct", "format", "input")},
    **{f"builtins.{name}": _INT for name in ("len", "ord", "hash", "id")},
    **{f"builtins.{name}": _BOOL for name in ("isinstance", "issubclass", "callable", "hasattr", "any", "all")},
    "builtins.sorted": _LIST,
    "json.dumps": _STR,
    "re.findall": _LIST,
    "re.split": _LIST,
}
"""Functions whose result is an instance of one class, whatever the arguments."""

METHOD_RESULTS: Mapping[str, Mapping[str, str]] = {
    _STR: {
        **_all("capitalize casefold center expandtabs format format_map join ljust lower lstrip removeprefix", _STR),
        **_all("removesuffix replace rjust rstrip strip swapcase title translate upper zfill", _STR),
        **_all("split rsplit splitlines", _LIST),
        **_all("count find index rfind rindex", _INT),
        **_all("startswith endswith isalpha isdigit isupper islower isspace isnumeric", _BOOL),
        **_all("partition rpartition", "builtins.tuple"),
        "encode": "builtins.bytes",
    },
    _LIST: {
        **_all("append extend insert remove reverse sort clear", _NONE),
        **_all("count index", _INT),
        "copy": _LIST,
    },
    "builtins.set": _all("add clear discard remove update", _NONE),
    _DICT: {
        **_all("clear update", _NONE),
        "copy": _DICT,
        "keys": "builtins.dict_keys",
        "values": "builtins.dict_values",
        "items": "builtins.dict_items",
    },
}
"""By class and method."""

"""Everything that is imported and warmed before the snapshot; nothing can be imported after it."""

import importlib
import pkgutil
import sys

from .science import import_sympy

# The C version of datetime reads the clock where it cannot be replaced; without it the pure Python one is taken.
sys.modules["_datetime"] = None

EXTRA = (
    "_ast_unparse",
    "_pylong",
    "ast",
    "inspect",
    "os",
    "sys",
    "threading",
    "concurrent.futures",
    "concurrent.futures.thread",
    "locale",
    "linecache",
    "pickle",
    "queue",
    "shlex",
    "string.templatelib",
)
"""What is loaded beside the profile: much of it needs these, some only when a function is called for the first time."""


def import_everything(modules):
    """Import the profile's modules, every text codec, and what their functions import late."""
    for name in (*EXTRA, *modules):
        if name == "sympy":
            import_sympy()
        else:
            importlib.import_module(name)
    import encodings

    for codec in pkgutil.iter_modules(encodings.__path__):
        if codec.name not in ("mbcs", "oem", "bz2_codec", "cp65001"):
            importlib.import_module("encodings." + codec.name)
    _warm()


def _warm():
    """Calls whose first time imports or caches something."""
    import datetime
    import decimal
    import random
    import statistics
    import traceback

    datetime.datetime.strptime("2026-01-02", "%Y-%m-%d").strftime("%A")
    decimal.Decimal("1.5").sqrt()
    statistics.median([1, 2])
    random.Random(1).choice([1, 2])
    "é".encode("idna").decode("punycode")
    try:
        raise ValueError("warm")
    except ValueError:
        traceback.format_exc()

"""CGR403: files, sockets, processes, the environment."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.capabilities import Capability
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class FileOrNetworkAccess(Rule):
    """The program reaches outside: files, sockets, processes or the environment.

    What it does
        Reports every use of a function or module that opens files, talks to a network, starts processes or reads the
        environment, under whatever name and however it is reached: through aliases, ``getattr``, ``__import__``,
        ``sys.modules``, or a module that another module holds (``logging.os``). A name in an annotation opens nothing.

    Why it matters
        A scaffold is given everything it may know as arguments. What it fetches elsewhere may be the answer key, and
        what it changes elsewhere outlives the run. None of it exists in the sandbox.

    Example
        ``open("answers.json").read()``

    Use instead
        The entry's arguments. Nothing else is needed to answer an item.

    References
        CWE-552: Files or Directories Accessible to External Parties. CWE-78: OS Command Injection.
    """

    meta = Meta("CGR403", "file-or-network-access", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("import io\nbuffer = io.StringIO('a,b')\n"),
        Valid("def open(door):\n    return door\n\nopen('front')\n"),
        Valid("class Box:\n    def open(self):\n        return 1\n\nBox().open()\n"),
        Valid("import os\nname = os.path.join('a', 'b')\n"),
        Valid("import re\nre.compile('os.system')\n"),
        Valid(
            "import typing\nif typing.TYPE_CHECKING:\n    from pathlib import Path\n"
            "def f(p: 'Path | None', q: Path):\n    pass\n"
        ),
        Valid("import logging\nlogging.basicConfig(level=logging.INFO)\n"),
    )
    INVALID = (
        Invalid("data = open('answers.json').read()\n", at=("1:8-1:28",)),
        Invalid("import os\nkey = os.environ['KEY']\n", at=("2:7-2:17",)),
        Invalid("import subprocess as sp\nsp.run(['ls'])\n", at=("2:1-2:15",)),
        Invalid("from urllib.request import urlopen\nurlopen('http://x')\n", at=("2:1-2:20",)),
        Invalid("import random\nrandom._os.system('ls')\n", at=("2:1-2:24",)),
        Invalid("__import__('o' + 's').popen('ls')\n", at=("1:1-1:34",)),
        Invalid("import os\ngetattr(os, 'sys' + 'tem')('ls')\n", at=("2:1-2:33",)),
        Invalid("import logging\nlogging.basicConfig(level=1, filename='x')\n", at=("2:1-2:43",)),
        Invalid("reader = open\n", at=("1:10-1:14",)),
        Invalid(
            "import importlib\nT = {'r': ('os', 'popen')}\ndef f(kind):\n    m, n = T[kind]\n"
            "    return getattr(importlib.import_module(m), n)('ls')\n",
            at=("5:12-5:56",),
        ),
        Invalid("import pathlib\npathlib.Path('x').write_text('y')\n", at=("2:1-2:18",)),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every use that reaches outside."""
        told: set[ast.expr] = set()
        for use in context.facts.capability_uses(Capability.OUTSIDE):
            if use.node in told or context.facts.capability_chains.is_annotation(use):
                continue
            told.add(use.node)
            evidence = [(use.origin.node, "imported here")] if use.origin is not None else []
            name = use.name.removeprefix("builtins.")
            yield context.finding(self, use.place, f"{name} reaches outside the program", evidence)
        for use in context.facts.dotted_names.uses:
            if use.name == "logging.basicConfig" and use.call is not None and _names_a_file(use.call):
                yield context.finding(self, use.call, "logging.basicConfig opens a file")


def _names_a_file(call: ast.Call) -> bool:
    """Whether a call names a log file, or takes its arguments from where that cannot be seen."""
    return any(keyword.arg in {"filename", None} for keyword in call.keywords)

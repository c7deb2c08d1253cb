"""Completes a random scaffold: it defines and imports what it mentions."""

from __future__ import annotations

import re

from corpus.random_scaffolds.asking_functions import ASKING_FUNCTIONS
from corpus.random_scaffolds.classes import CLASSES
from corpus.random_scaffolds.composing_functions import COMPOSING_FUNCTIONS
from corpus.random_scaffolds.hooks import HOOKS
from corpus.random_scaffolds.plain_functions import PLAIN_FUNCTIONS

__all__ = ["assembled"]

_WORD = re.compile(r"[A-Za-z_]\w*")

_IMPORTS = {
    "Counter": "from collections import Counter",
    "defaultdict": "from collections import defaultdict",
    "functools": "import functools",
    "itertools": "import itertools",
    "contextlib": "import contextlib",
    "deque": "from collections import deque",
    "namedtuple": "from collections import namedtuple",
    "dataclass": "from dataclasses import dataclass, field",
    "base64": "import base64",
    "string": "import string",
    "codecs": "import codecs",
    "re": "import re",
    "operator": "import operator",
    "Enum": "from enum import Enum",
    "OrderedDict": "from collections import OrderedDict",
    "ChainMap": "from collections import ChainMap",
    "UserDict": "from collections import UserDict",
    "Mapping": "from collections.abc import Mapping",
    "SimpleNamespace": "from types import SimpleNamespace",
    "ast": "import ast",
    "copy": "import copy",
    "csv": "import csv",
    "heapq": "import heapq",
    "json": "import json",
    "logging": "import logging",
    "random": "import random",
    "textwrap": "import textwrap",
}
"""What a program imports where it mentions a name."""

_CONSTANTS = {
    "LIMIT": "LIMIT = 3",
    "DEFAULT": "DEFAULT = 'B'",
    "LETTERS": "LETTERS = ['A', 'B', 'C', 'D']",
    "PROMPTS": "PROMPTS = ('Think.', 'Answer.')",
    "CONFIG": "CONFIG = {'temperature': 0}",
    "HISTORY": "HISTORY = []",
    "SEEN": "SEEN = []",
    "STATE": "STATE = {'rounds': 0}",
    "SOLVER": "SOLVER = llm_model",
}
"""Bindings of the module, by name."""

_DEFINITIONS = {**PLAIN_FUNCTIONS, **CLASSES, **COMPOSING_FUNCTIONS, **HOOKS, **ASKING_FUNCTIONS}


def assembled(entry: list[str]) -> str:
    """The entry with everything that it mentions."""
    parts = {name: source.strip("\n") for name, source in _DEFINITIONS.items()}
    mentioned = set(_WORD.findall("\n".join(entry)))
    while more := {word for name in mentioned & parts.keys() for word in _WORD.findall(parts[name])} - mentioned:
        mentioned |= more
    imports = [line for name, line in _IMPORTS.items() if name in mentioned]
    constants = [line for name, line in _CONSTANTS.items() if name in mentioned]
    definitions = [source for name, source in parts.items() if name in mentioned]
    return "\n\n".join(["\n".join([*imports, *constants]), *definitions, "\n".join(entry)]).strip() + "\n"

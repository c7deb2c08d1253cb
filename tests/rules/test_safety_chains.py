"""One chain into the interpreter or out of it is one finding, whatever it goes through."""

from __future__ import annotations

import pytest

from tests.rules.finding_lines import findings_of

CHAINS = {
    "import importlib\nimportlib.import_module('os').system('ls')\n": [("CGR403", 2)],
    "import importlib\nos = importlib.import_module('os')\nos.system('ls')\n": [("CGR403", 3)],
    "import importlib\nload = importlib.import_module\nload('subprocess').run(['ls'])\n": [("CGR403", 3)],
    "from importlib import import_module\nimport_module('o' + 's').environ['KEY']\n": [("CGR403", 2)],
    "getattr(__import__('o' + 's'), 'sys' + 'tem')('ls')\n": [("CGR403", 1)],
    "shell = __import__('os')\nshell.system('ls')\n": [("CGR403", 2)],
    "import sys\nkey = sys.modules['os'].environ['KEY']\n": [("CGR403", 2)],
    "import sys\nos = sys.modules['os']\nkey = os.environ['KEY']\n": [("CGR403", 3)],
    "import sys\nloaded = sys.modules\nloaded['os'].system('ls')\n": [("CGR403", 3)],
    "__builtins__['open']('x').read()\n": [("CGR403", 1)],
    "import builtins\ngetattr(builtins, 'op' + 'en')('x')\n": [("CGR403", 2)],
    "import builtins\nbuiltins.open('x')\n": [("CGR403", 2)],
    "import builtins\nb = builtins\nb.open('x')\n": [("CGR403", 3)],
    "run = __builtins__['ex' + 'ec']\n": [("CGR402", 1)],
    "import builtins\nvars(builtins)['eval']('1')\n": [("CGR402", 2)],
    "import random\nrandom._os.system('ls')\n": [("CGR403", 2)],
    "b = __builtins__ if isinstance(__builtins__, dict) else vars(__builtins__)\nb['open']('x')\n": [("CGR403", 2)],
    "def load(name):\n    return __builtins__['__import__'](name)\ndef solve(q):\n    load('os').getcwd()\n": [
        ("CGR403", 4)
    ],
    "import os\nvars(os)['system']('ls')\n": [("CGR403", 2)],
    "print(().__class__.__base__.__subclasses__())\n": [("CGR404", 1)],
}
BESIDE = {
    "import importlib\nimportlib.import_module('numpy')\n": [("CGR401", 1), ("CGR401", 2)],
    "import importlib\nimportlib.import_module('os').system('ls')\nimportlib.import_module('numpy')\n": [
        ("CGR401", 1), ("CGR403", 2), ("CGR401", 3),
    ],
    "import importlib\n": [("CGR401", 1)],
    "import sys\nmain = sys.modules['__main__']\n": [("CGR404", 2)],
    "import sys\nseen = 're' in sys.modules\n": [("CGR404", 2)],
    "import sys\nsys.modules['os']\nopen('x')\n": [("CGR404", 2), ("CGR403", 3)],
    "print(dir(__builtins__))\nopen('x')\n": [("CGR404", 1), ("CGR403", 2)],
    "import os, requests\nos.system('ls')\n": [("CGR401", 1), ("CGR403", 2)],
    "open('x')\neval('1')\n": [("CGR403", 1), ("CGR402", 2)],
}  # fmt: skip


@pytest.mark.parametrize("source", CHAINS)
def test_the_end_of_a_chain_is_found_and_none_of_its_steps(source: str) -> None:
    assert findings_of("CGR4", source) == CHAINS[source]


@pytest.mark.parametrize("source", BESIDE)
def test_what_leads_to_nothing_else_is_found_beside_other_things(source: str) -> None:
    assert findings_of("CGR4", source) == BESIDE[source]

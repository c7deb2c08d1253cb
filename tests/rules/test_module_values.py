"""Modules may only be asked for members; what else is done with one is found, and honest uses of members are not."""

from __future__ import annotations

import pytest

from tests.rules.finding_lines import findings_of

HONEST = [
    "import math\nroots = list(map(math.sqrt, [1, 4]))\n",
    "words = list(map(str.strip, [' a']))\n",
    "import operator\nbest = max([(1, 2)], key=operator.itemgetter(1))\n",
    "from operator import attrgetter\nrows = sorted([], key=attrgetter('score', 'name.first'))\n",
    "import operator\nfold = operator.methodcaller('casefold')\n",
    "import re\nTESTS = {'sub': re.sub, 'all': re.findall}\n",
    "import functools, re\nfind = functools.partial(re.search, 'a')\n",
    "import json\ndef f(parse=json.loads):\n    return parse('1')\n",
    "def f(record):\n    return getattr(record, 'score', 0)\n",
    "def f(record):\n    return [getattr(record, name) for name in ('a', 'b')]\n",
    "import math\nproduct = math.prod if hasattr(math, 'prod') else None\n",
    "import math\nroot = getattr(math, 'sqrt')(4)\n",
    "import statistics as st\nmean = st.mean([1])\n",
    "import math as m\nn = m\nprint(n.pi)\n",
    "try:\n    import decimal\nexcept ImportError:\n"
    "    decimal = None\nif decimal is not None:\n    print(decimal.Decimal(1))\n",
    "import collections.abc\n"
    "def f(x: collections.abc.Mapping) -> bool:\n    return isinstance(x, collections.abc.Mapping)\n",
    "import datetime\ndef f(day: datetime) -> 'datetime':\n    return day\n",
    "from dataclasses import dataclass, asdict\n@dataclass\n"
    "class A:\n    x: int = 1\nprint(asdict(A()), A().__dict__)\n",
    "import json\nprint(json.dumps(1, default=lambda o: o.__dict__))\n",
    "class A:\n    def copy(self):\n"
    "        made = A()\n        made.__dict__.update(vars(self))\n        return made\n",
    "import logging\nlog = logging.getLogger(__name__)\nlog.setLevel(logging.INFO)\n",
    "import functools\ndef f(g):\n    @functools.wraps(g)\n    def h(*a):\n        return g(*a)\n    return h\n",
    "import functools\n@functools.singledispatch\ndef f(x): ...\n@f.register\ndef _(x: 'int | list[str]'): ...\n",
    "def f(text):\n    n = len(text)\n    return '{text} {n}'.format(**locals())\n",
    "from math import *\nprint(sqrt(pi))\n",
    "from typing import *\ndef f(x: Optional[List[int]] = None): ...\n",
    'T = \'Q: {question} {options[0]} {{"answer": "A"}} \\\\frac{{1}}{{2.5}}\'\n'
    "print(T.format(question=1, options=[2]))\n",
    "LIMIT = 3\ndef f():\n    return globals()['LIMIT'] + globals().get('LIMIT', 1)\n",
    "import traceback\ntry:\n    pass\nexcept Exception:\n    print(traceback.format_exc())\n",
    "import sys\nprint(sys.version_info, file=sys.stderr)\nsys.stdout.write('')\n",
    "import re\nclass Obj:\n    obj = 1\nprint(Obj().obj, re.sub('a', 'b', 'c'))\n",
]
FOUND = {
    "import math\nf(math)\n": [("CGR404", 2)],
    "import math\ndef f(m=math): ...\n": [("CGR404", 2)],
    "import math\nTOOLS = {'m': math}\n": [("CGR404", 2)],
    "import math, cmath\nm = [math, cmath]\n": [("CGR404", 2), ("CGR404", 2)],
    "import math\nclass A:\n    m = math\n": [("CGR404", 3)],
    "class A:\n    import math\n": [("CGR404", 2)],
    "import math\nif math == 1: ...\n": [("CGR404", 2)],
    "import math\nfor m in math: ...\n": [("CGR404", 2)],
    "import math\nmatch math:\n    case m: ...\n": [("CGR404", 2)],
    "import math\nprint(vars(math))\n": [("CGR404", 2)],
    "import math\nprint(math.__dict__)\n": [("CGR404", 2)],
    "import fractions\nprint(fractions.math.sqrt(4))\n": [("CGR404", 2)],
    "from fractions import math\nprint(math.sqrt(4))\n": [("CGR404", 1)],
    "import logging\nlogging.os.getcwd()\n": [("CGR403", 2)],
    "from logging import os\nos.getcwd()\n": [("CGR403", 2)],
    "from io import *\nopen('x')\n": [("CGR403", 2)],
    "import json\nprint(json._default_encoder)\n": [("CGR404", 2)],
    "take = getattr\n": [("CGR404", 1)],
    "def f(o, name):\n    return getattr(o, name)\n": [("CGR404", 2)],
    "def f(*a):\n    return getattr(*a)\n": [("CGR404", 2)],
    "from functools import reduce\nreduce(getattr, ['a'], 1)\n": [("CGR404", 2)],
    "for name, value in globals().items(): ...\n": [("CGR404", 1)],
    "names = [*map(vars, [1])]\n": [("CGR404", 1)],
    "print(type(print).__dict__)\n": [("CGR404", 1)],
    "import math\ntry:\n    math.nothing\nexcept AttributeError as e:\n    print(e.obj)\n": [("CGR404", 3)],
    "import math\nprint(math.mean([1]))\n": [],
    "import functools\n@functools.singledispatch\ndef f(x): ...\n@f.register\ndef _(x: 'g() or int'): ...\n": [
        ("CGR402", 2)
    ],
    "import typing\ntyping.Optional['f()'].__args__[0].evaluate()\n": [("CGR402", 2)],
}


@pytest.mark.parametrize("source", HONEST)
def test_an_honest_use_is_left_alone(source: str) -> None:
    assert findings_of("CGR40", source) == []


@pytest.mark.parametrize("source", FOUND)
def test_a_module_or_reader_that_escapes_is_found(source: str) -> None:
    found = [one for one in findings_of("CGR4", source) if one[0] < "CGR405"]
    assert found == FOUND[source]

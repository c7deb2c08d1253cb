"""An attribute named like a frame's is the program's own only where its owner certainly is."""

from __future__ import annotations

import pytest

from tests.rules.finding_lines import finding_lines

OWN = {
    "a namespace": "import types\n\ndef f():\n    n = types.SimpleNamespace(f_back=1)\n    return n.f_back\n",
    "an instance": "class N:\n    f_back = None\n\ndef f():\n    n = N()\n    return n.f_back\n",
    "an instance that its maker fills": (
        "class N:\n    def __init__(self, x):\n        self.tb_next = x\n\n"
        "def f():\n    n = N(1)\n    return n.tb_next\n"
    ),
}
OTHERS = {
    "self": ("class F:\n    f_back = None\n    def b(self):\n        return self.f_back\n", [4]),
    "what is made by __new__": (
        "class N:\n    f_back = None\n    def __new__(cls, o):\n        return o\n\ndef f(t):\n    n = N(t)\n"
        "    return n.f_back\n",
        [8],
    ),
    "__new__ set afterwards": (
        "class N:\n    f_back = None\nN.__new__ = make\n\ndef f(t):\n    n = N(t)\n    return n.f_back\n", [7]
    ),
    "a class with a base": ("class N(B):\n    f_back = None\n\ndef f(t):\n    n = N(t)\n    return n.f_back\n", [6]),
    "a class with a metaclass": (
        "class N(metaclass=B):\n    f_back = None\n\ndef f(t):\n    n = N(t)\n    return n.f_back\n", [6]
    ),
    "a decorated class": ("@b\nclass N:\n    f_back = None\n\ndef f(t):\n    n = N(t)\n    return n.f_back\n", [7]),
    "a class of two definitions": (
        "class N:\n    f_back = None\nN = given\n\ndef f(t):\n    n = N(t)\n    return n.f_back\n", [7]
    ),
    "a variable of two values": (
        "class N:\n    f_back = None\n\ndef f(t):\n    n = N()\n    n = t\n    return n.f_back\n", [7]
    ),
    "a namespace without it": (
        "import types\n\ndef f(t):\n    n = types.SimpleNamespace(a=1)\n    return n.f_back\n", [5]
    ),
    "another maker in its place": (
        "import types\ntypes.SimpleNamespace = make\n\ndef f(t):\n    n = types.SimpleNamespace(f_back=1)\n"
        "    return n.f_back\n",
        [6],
    ),
    "what it holds": (
        "import types\n\ndef f(t):\n    n = types.SimpleNamespace(tb_next=t)\n    return n.tb_next.tb_frame\n", [5]
    ),
    "a chain": ("def f(t):\n    return t.tb_frame.f_back.f_back.f_globals\n", [2]),
}  # fmt: skip


@pytest.mark.parametrize("source", OWN.values(), ids=OWN)
def test_an_own_attribute_leads_nowhere(source: str) -> None:
    assert finding_lines("CGR404", source) == []


@pytest.mark.parametrize(("source", "lines"), OTHERS.values(), ids=OTHERS)
def test_what_may_be_a_frame_leads_into_the_interpreter(source: str, lines: list[int]) -> None:
    assert finding_lines("CGR404", source) == lines

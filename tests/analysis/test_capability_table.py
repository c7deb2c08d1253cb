"""How the table of capabilities is asked."""

from __future__ import annotations

import sys

import pytest

from cgr_audit.analysis.capabilities import Capability, capability
from cgr_audit.analysis.capability_table import HARMLESS, TABLE, classified, is_dubious, members_in, owner_of, parse
from cgr_audit.analysis.standard_modules import STANDARD_MODULES
from cgr_audit.audit import rule_sources

GIVES = {
    "logging": None,
    "logging.info": None,
    "logging.FileHandler": Capability.OUTSIDE,
    "logging.FileHandler.emit": Capability.OUTSIDE,
    "logging._os": Capability.UNLISTED,
    "logging.__dict__": Capability.UNLISTED,
    "logging.__name__": None,
    "logging.platform": Capability.UNLISTED,
    "re.find_all": None,
    "sys.stdout": None,
    "sys.stdout.write": None,
    "sys.stdout.buffer": Capability.INTROSPECTION,
    "datetime.datetime": None,
    "datetime.datetime.now": Capability.CLOCK,
    "traceback.FrameSummary": Capability.OUTSIDE,
    "typing.get_type_hints": Capability.DYNAMIC_CODE,
    "collections.abc.Mapping": None,
    "sympy.physics.units.meter": None,
    "numpy.load": Capability.OUTSIDE,
    "os.system": Capability.OUTSIDE,
}


@pytest.mark.parametrize("name", GIVES)
def test_what_a_name_gives_access_to(name: str) -> None:
    assert capability(name) is GIVES[name]


def test_the_innermost_module_of_a_name_owns_its_member() -> None:
    assert owner_of("collections.abc.Mapping.get") == ("collections.abc", "Mapping.get")
    assert owner_of("collections.Counter") == ("collections", "Counter")
    assert owner_of("json") == ("json", "")
    assert owner_of("os.path") is None


def test_an_attribute_of_a_member_is_the_member_unless_the_table_names_it() -> None:
    assert classified("sys", "stdout.encoding") == HARMLESS
    assert classified("sys", "stdout.buffer.raw") == "introspection"
    assert classified("sys", "nothing") is None


def test_private_names_and_those_of_modules_are_dubious() -> None:
    assert all(map(is_dubious, ("_os", "__spec__", "subprocess", "os.path")))
    assert not any(map(is_dubious, ("find_all", "mean")))


def test_a_block_is_read_back() -> None:
    blocks = parse("json\n harmless dumps loads\n module codecs=codecs\n\nre\n harmless sub\n")
    assert set(blocks) == {"json", "re"}
    assert members_in(blocks["json"]) == {"dumps": "harmless", "loads": "harmless", "codecs": "module=codecs"}


def test_the_standard_modules_of_this_interpreter_are_known() -> None:
    here = {name.removeprefix("_") for name in sys.stdlib_module_names if not name.startswith("__")}
    assert sorted(here - STANDARD_MODULES) == []


def test_verdicts_carry_a_digest_of_the_table() -> None:
    assert TABLE in {path for _, path in rule_sources._sources(None)}

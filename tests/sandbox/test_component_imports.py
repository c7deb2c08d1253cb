"""What a component imports, by its bytes and by wasmtime: the same."""

from __future__ import annotations

import pytest
import wasmtime

from cgr_audit.sandbox.component import SandboxError, load_portable_component
from cgr_audit.sandbox.component_imports import Import, imports_of
from cgr_audit.source.profiles import PROFILES


def compiled_text(text: str) -> bytes:
    return bytes(wasmtime.wat2wasm(text))


@pytest.mark.parametrize("profile", PROFILES)
def test_a_component_imports_exactly_one_function(profile: str) -> None:
    assert imports_of(load_portable_component(profile).data) == (Import("solver-call", "function"),)


@pytest.mark.parametrize(
    ("text", "imports"),
    [
        ("(component)", ()),
        ('(component (import "a" (func)))', (("a", "function"),)),
        (
            '(component (import "a" (func)) (import "b" (instance)) (import "c" (component))'
            ' (import "d" (core module)) (import "e" (type (sub resource))) (import "f" (func (param "x" u32))))',
            (
                ("a", "function"),
                ("b", "instance"),
                ("c", "component"),
                ("d", "core module"),
                ("e", "type"),
                ("f", "function"),
            ),
        ),
        (
            '(component (type $t (record (field "x" u32))) (import "a" (type $u (eq $t))) (import "wasi:io/b" (func)))',
            (("a", "type"), ("wasi:io/b", "function")),
        ),
        (f'(component (import "{"x" * 300}" (func)))', (("x" * 300, "function"),)),
    ],
)
def test_every_kind_of_import_is_read(text: str, imports: tuple[tuple[str, str], ...]) -> None:
    data = compiled_text(text)
    assert imports_of(data) == tuple(Import(*one) for one in imports)


def test_it_agrees_with_wasmtime() -> None:
    text = '(component (import "b" (func)) (import "a" (instance)) (import "c" (func (result string))))'
    engine = wasmtime.Engine()
    named = wasmtime.component.Component(engine, text).type.imports(engine)
    assert {one.name for one in imports_of(compiled_text(text))} == set(named) == {"a", "b", "c"}


def test_what_cannot_be_read_is_an_error_and_no_shorter_list() -> None:
    whole = compiled_text('(component (import "a" (func)) (import "b" (func)))')
    for end in range(8, len(whole)):
        try:
            found = imports_of(whole[:end])
        except SandboxError:
            continue
        assert found in {(), (Import("a", "function"),), (Import("a", "function"), Import("b", "function"))}, end
    for broken in (b"", whole[:7], b"\0asm\x01\0\0\0", whole[:8] + b"\x0a\xff\xff\xff\xff\xff\x01", b"def f(): pass"):
        with pytest.raises(SandboxError, match="no component"):
            imports_of(broken)


@pytest.mark.parametrize(
    "section",
    [
        b"\x02",
        b"\x01\x07\x01a\x01\x00",
        b"\x01\x00\x01a\x09\x00",
        b"\x01\x00\x01\xff\x01\x00",
        b"\x01\x00\x01a\x01\x00\x00",
    ],
)
def test_a_section_of_imports_of_an_unknown_form_is_an_error(section: bytes) -> None:
    with pytest.raises(SandboxError, match="no component that can be read"):
        imports_of(b"\0asm\x0d\0\x01\0\x0a" + bytes([len(section)]) + section)

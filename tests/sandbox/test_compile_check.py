"""The compiler inside the sandbox, asked without running anything."""

from __future__ import annotations

import multiprocessing
import pickle

import pytest

from cgr_audit.sandbox import compile_check
from cgr_audit.sandbox.compile_check import GuestCompiler
from cgr_audit.sandbox.component import SandboxError
from cgr_audit.sandbox.limits import Limits
from cgr_audit.source.parse import CompileError


@pytest.fixture(scope="module")
def accepts() -> GuestCompiler:
    return GuestCompiler()


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"x = 1",
        b"raise SystemExit",
        b"import numpy",
        b"f'{'nested'}'",
        b"type X[T] = list[T]",
        b"# coding: latin-1\n'\xe9'",
    ],
)
def test_what_compiles_is_accepted_and_not_run(accepts: GuestCompiler, source: bytes) -> None:
    assert accepts(source) is None


@pytest.mark.parametrize(
    ("source", "error"),
    [
        (b"def f(:\n", CompileError("invalid syntax", 1, 7)),
        (b"x = 1\nreturn 1\n", CompileError("'return' outside function", 2, 1)),
        (b"break\n", CompileError("'break' outside loop", 1, 1)),
        (b"def f(a, a): pass\n", CompileError("duplicate argument 'a' in function definition", 1, 10)),
        (b"x = 1\0\n", CompileError("source code string cannot contain null bytes", None, None)),
    ],
)
def test_what_does_not_compile_is_refused_with_its_place(
    accepts: GuestCompiler, source: bytes, error: CompileError
) -> None:
    assert accepts(source) == error


def test_text_that_the_parser_gives_up_on_is_refused(accepts: GuestCompiler) -> None:
    for source in (b"(" * 5000, b"x = " + b"-" * 100_000 + b"1", b"x = " + b"+".join([b"1"] * 50_000)):
        refused = accepts(source)
        assert refused is not None
        assert refused.line is None


def test_what_only_the_clock_decides_is_no_refusal(accepts: GuestCompiler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_check, "_LIMITS", Limits(wall=0.001))
    with pytest.raises(SandboxError, match="stopped by the clock"):
        accepts(b"x = 1\n" * 100_000)


def test_it_works_after_a_fork(accepts: GuestCompiler) -> None:
    accepts(b"x = 1")
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.map(accepts, [b"x = 1", b"x ="]) == [None, CompileError("invalid syntax", 1, 4)]


def test_it_can_be_sent_to_another_process(accepts: GuestCompiler) -> None:
    accepts(b"x = 1")
    assert pickle.loads(pickle.dumps(accepts))(b"x =") == CompileError("invalid syntax", 1, 4)

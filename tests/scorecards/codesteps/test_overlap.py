"""BLEU, ROUGE-L and CodeBLEU against the libraries and the figures that are published of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.scorecards.codesteps.overlap.bleu import bleu
from cgr_audit.scorecards.codesteps.overlap.code_bleu import CodeBleu, CodeReader
from cgr_audit.scorecards.codesteps.overlap.grammars import CPP, JAVA, PYTHON, Grammar, grammar_named
from cgr_audit.scorecards.codesteps.overlap.rouge_l import rouge_l
from cgr_audit.scorecards.codesteps.row_overlap import overlaps


def read(grammar: Grammar, reference: str, prediction: str) -> CodeBleu:
    pytest.importorskip("tree_sitter")
    pytest.importorskip(grammar.package)
    return CodeReader(grammar).code_bleu(reference, prediction)


def row(*codes: str | None, reference: str | None, **fields: Any) -> dict[str, Any]:
    return {"id": 1, "reference_code": reference, "samples": [{"code": code} for code in codes], **fields}


def test_bleu_of_equal_steps_is_one_also_where_they_are_shorter_than_four_words() -> None:
    pytest.importorskip("sacrebleu")
    assert [bleu()(text, text) for text in ("sort", "sort them", "read the numbers and sort them")] == [
        pytest.approx(1)
    ] * 3
    assert bleu()("read the numbers", "print it") == 0


def test_rouge_l_is_the_f1_of_the_longest_common_subsequence_of_words() -> None:
    """The example of the package ``rouge_score``: 5 of 9 and of 7 words in order, by hand."""
    pytest.importorskip("rouge_score")
    reference, prediction = "The quick brown fox jumps over the lazy dog", "The quick brown dog jumps on the log."
    assert rouge_l()(reference, prediction) == pytest.approx(2 * 5 / (9 + 8))
    assert rouge_l()("Sort; them!", "sort THEM") == 1
    assert rouge_l()("read", "") == 0


def test_codebleu_of_the_published_example_is_the_published_one() -> None:
    """The README of the package ``codebleu`` 0.7.0; it cuts digits off."""
    reference = "def sum ( first , second ) :\n return second + first"
    found = read(PYTHON, reference, "def add ( a , b ) :\n return a + b")
    assert found.ngram == pytest.approx(0.1041, abs=1e-4)
    assert found.weighted_ngram == pytest.approx(0.1109, abs=1e-4)
    assert (found.syntax, found.data_flow) == (1, 1)
    assert found.score == pytest.approx(0.5537, abs=1e-4)


@pytest.mark.parametrize(
    ("grammar", "prediction", "reference", "published"),
    [
        (PYTHON, "some rannnndom words in length more than 3", "def test ( ) :\n pass", 0.25),
        (PYTHON, "def bar ( y , x ) :\n    a = x * x\n    return a", "def foo ( x ) :\n    return x", 0.4),
        (PYTHON, "def foo ( x ) :\n    return x * x", "def bar ( x ) :\n    return x", 0.6),
        (PYTHON, "def bar ( x ) :\n    return x", "def foo ( x ) :\n    return x", 0.8),
        (PYTHON, "def foo ( x ) :\n    return x", "def foo ( x ) :\n    return x", 1.0),
        (PYTHON, "def foo ( x ) :\n    return x", "def bar ( y ) :\n    return y", 0.6),
        (JAVA, "public function foo ( x ) { return x }", "public function bar ( y ) {\n   return y\n}", 0.6),
        (CPP, "int foo ( int x ) { return x }", "int bar ( int y ) {\n   return y\n}", 0.6),
    ],
)
def test_codebleu_is_within_what_the_published_tests_allow(
    grammar: Grammar, prediction: str, reference: str, published: float
) -> None:
    """``tests/test_codebleu.py`` of that package, which allows a tenth of the figure."""
    assert read(grammar, reference, prediction).score == pytest.approx(published, rel=0.1)


def test_codebleu_is_that_of_the_published_package() -> None:
    """The figures are those of ``codebleu`` 0.7.0 with tree-sitter 0.23, of pairs where it misreads nothing."""
    for line in Path(__file__).with_name("codebleu_figures.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        found = read(
            {"python": PYTHON, "java": JAVA, "cpp": CPP}[case["language"]], case["reference"], case["prediction"]
        )
        parts = (found.ngram, found.weighted_ngram, found.syntax, found.data_flow, found.score)
        names = ("ngram_match", "weighted_ngram_match", "syntax_match", "dataflow_match", "codebleu")
        assert parts == pytest.approx([case[name] for name in names], abs=1e-6), case["prediction"]


PYTHON_LOOP = "def f({0}, {1}=1):\n    for {2} in {0}:\n        {3} += {4}\n    return {5}\n"
JAVA_LOOP = "class A {{ int f(int[] {0}) {{ int {1} = 0; for (int {2} : {0}) {{ {3} += {4}; }} return {5}; }} }}"
CPP_LOOP = "int f(int {0}) {{ int {1} = 0; for (int {2} = 0; {2} < {0}; {2}++) {{ {3} = {4} + 1; }} return {5}; }}"


@pytest.mark.parametrize(("grammar", "loop"), [(PYTHON, PYTHON_LOOP), (JAVA, JAVA_LOOP), (CPP, CPP_LOOP)])
def test_names_do_not_matter_to_data_flow_and_what_flows_where_does(grammar: Grammar, loop: str) -> None:
    code = loop.format(*"abcbcb")
    same, changed = read(grammar, code, loop.format(*"xyzyzy")), read(grammar, code, loop.format(*"abccba"))
    assert (same.syntax, same.data_flow) == (1, 1)
    assert changed.syntax == 1
    assert changed.data_flow is not None
    assert 0 < changed.data_flow < 1


def test_data_flow_of_branches_and_loops_by_hand() -> None:
    pytest.importorskip("tree_sitter_python")
    from tree_sitter import Language, Parser

    from cgr_audit.scorecards.codesteps.overlap.data_flow import data_flow

    def flow(code: str) -> Sequence[tuple[int, str, tuple[int, ...]]]:
        import tree_sitter_python

        parser = Parser(Language(tree_sitter_python.language()))
        return data_flow(parser.parse(code.encode()).root_node, PYTHON)

    assert flow("a = 1\nb = a\n") == [
        (1, "computedFrom", (0,)),  # a = 1
        (0, "comesFrom", ()),  # 1
        (2, "computedFrom", (1,)),  # b = a
        (1, "comesFrom", (1,)),  # a
    ]
    assert flow("while c:\n    x = y\n    y = 1\n") == [
        (0, "comesFrom", (0,)),  # c, of the round before
        (2, "computedFrom", (1,)),  # x = y
        (1, "comesFrom", (1,)),  # y, of the round before
        (1, "computedFrom", (3,)),  # y = 1
        (3, "comesFrom", ()),  # 1
    ]
    assert flow("x: int\nx: int = 1\n") == [(1, "computedFrom", (0,)), (0, "comesFrom", ())]  # a type says no value
    assert flow("a, b = c, d\n") == [
        (1, "computedFrom", (0,)),  # a = c
        (3, "computedFrom", (2,)),  # b = d
        (0, "comesFrom", ()),
        (2, "comesFrom", ()),
    ]
    # Without an else, what was known before is known behind: both values of x are used, and kept.
    assert len(flow("x = 1\nif c:\n    x = 2\ny = x\n")) == 6
    assert len(flow("if c:\n    x = 1\nelif d:\n    x = 2\nelse:\n    x = 3\ny = x\n")) == 8


def test_comments_and_docstrings_do_not_matter_to_syntax() -> None:
    code = "def f(x):\n    return x\n"
    said = 'def f(x):\n    "What it does."\n    # how\n    return x\n'
    assert (read(PYTHON, code, said).syntax, read(PYTHON, said, code).syntax) == (1, 1)


@pytest.mark.timeout(20)
def test_loops_in_loops_and_deep_brackets_take_no_longer_than_others() -> None:
    nested = "".join(f"{' ' * depth}for v{depth} in range(n):\n" for depth in range(50)) + " " * 50 + "pass"
    assert read(PYTHON, nested, nested).score == pytest.approx(1)
    assert read(PYTHON, "x = 1", f"x = {'(' * 3000}1{')' * 3000}").syntax == 0


def test_languages_are_known_by_the_names_that_rows_give_them() -> None:
    named = {
        PYTHON: (None, " ", "Python 3.11", "PyPy 3-64"),
        JAVA: ("java", "Java 17", "JAVA(21)"),
        CPP: ("C++", "cpp", "GNU C++20", "g++", "c++17", "C++ (17)"),
    }
    for grammar, names in named.items():
        assert [grammar_named(name) for name in names] == [grammar] * len(names)
    assert [grammar_named(name) for name in ("JavaScript", "C", "Rust", "C#")] == [None] * 4


def test_code_is_compared_where_there_is_reference_code_in_a_language_that_is_read() -> None:
    pytest.importorskip("tree_sitter_python")
    code = "def f(x):\n    return x\n"
    rust = row("fn f() {}", reference="fn f() {}", language="Rust")
    found, notes = overlaps([row(code, None, reference=code), row(code, reference=None), rust])
    assert [one.label for one in found] == ["CodeBLEU"]
    assert found[0].values.tolist() == [1.0, 0.0]
    assert found[0].column() == [0.5, None, None]
    assert notes == ["1 row with code in a language that CodeBLEU does not read: not in CodeBLEU."]


def test_a_measure_whose_package_is_missing_is_named_and_the_others_are_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("sacrebleu")
    for name in ("rouge_score", "rouge_score.rouge_scorer", "tree_sitter"):
        monkeypatch.setitem(sys.modules, name, None)
    record = {
        "id": 1,
        "reference_steps": ["read"],
        "reference_code": "x = 1",
        "samples": [{"predicted_steps": ["read"]}],
    }
    found, notes = overlaps([record])
    assert [one.label for one in found] == ["BLEU"]
    assert notes == [
        "ROUGE-L not measured: rouge-score is not installed: pip install 'cgr-audit[measures]'.",
        "CodeBLEU not measured: tree-sitter is not installed: pip install 'cgr-audit[measures]'.",
    ]

"""Java programs, analysed as Python's are and not run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cgr_audit.scorecards.codemind.authors_layout import read_layout
from cgr_audit.scorecards.codemind.language import Language, language_named
from cgr_audit.scorecards.codemind.program_study import ProgramStudy
from cgr_audit.scorecards.codemind.study import study_chunk
from tests.scorecards.codemind.conftest import ADD, figure, row, scored_of

pytest.importorskip("tree_sitter_java")

from cgr_audit.scorecards.codemind.java import MISSING, study_java

GRID = """\
import java.util.*;

public class Main {
    // the largest square of ones
    static int[][] grid;

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        grid = new int[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                grid[i][j] = in.nextInt();
        /* one
           pass */
        int best = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (grid[i][j] == 0)
                    continue;
                if (i > 0 && j > 0) {
                    grid[i][j] = 1 + Math.min(grid[i - 1][j], grid[i][j - 1]);
                }
                best = grid[i][j] > best ? grid[i][j] : best;
            }
        }
        System.out.println(best * best);
    }
}
"""
"""By hand: 4 loops, 2 if, 1 &&, 1 ?: and 1; 24 lines of code."""

ACCOUNTS = """\
import java.io.*;
import java.util.*;

class Main {
    static class Account {
        final String name;
        int balance;

        Account(String name) {
            this.name = name;
        }

        void add(int amount) {
            if (amount < 0 && balance + amount < 0) throw new IllegalArgumentException("no funds");
            balance += amount;
        }
    }

    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        Map<String, Account> accounts = new TreeMap<>();
        String line;
        while ((line = reader.readLine()) != null) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "open":
                case "create":
                    accounts.put(words[1], new Account(words[1]));
                    break;
                case "add":
                    try {
                        accounts.get(words[1]).add(Integer.parseInt(words[2]));
                    } catch (IllegalArgumentException | NullPointerException error) {
                        if (words.length > 3) System.out.println(words[3]);
                    }
                    break;
                default:
                    break;
            }
        }
        for (Account account : accounts.values()) System.out.println(account.name + " " + account.balance);
    }
}
"""
"""By hand: the constructor 1; add 3 (if, &&); main 5: while, for, a switch with three targets; nothing in the catch."""


def in_main(body: str) -> str:
    return f"public class Main {{\n    static int f(int x, int y) {{\n        {body}\n    }}\n}}\n"


@pytest.mark.parametrize(
    ("source", "study"),
    [
        (
            GRID,
            ProgramStudy(("for", "if", "nested loop"), 9, 4, 2, 24, loop_lines=(12, 13, 18, 19)),
        ),
        (
            ACCOUNTS,
            ProgramStudy(("for", "while", "if", "try", "switch"), 9, 2, 1, 39, loop_lines=None),
        ),
    ],
    ids=["grid", "accounts"],
)
def test_whole_programs_are_as_counted_by_hand(source: str, study: ProgramStudy) -> None:
    found = study_java(source)
    for name in ("constructs", "complexity", "loops", "loop_depth", "lines", "loop_lines"):
        assert getattr(found, name) == getattr(study, name), name


@pytest.mark.parametrize(
    ("java", "python", "complexity"),
    [
        ("return x;", "return x", 1),
        ("if (x > 0) return 1; else if (y > 0) return 2; return 3;", "if x: return 1\n    elif y: return 2", 3),
        ("if (x > 0 && y > 0 || x < 3) return 1; return 2;", "if x and y or z: return 1", 4),
        ("return x > 0 ? 1 : 2;", "return 1 if x else 2", 2),
        ("assert x > 0 && y > 0; return x;", "assert x and y", 2),
        ("while (x > 0) x--; return x;", "while x: x -= 1", 2),
        ("do { x--; } while (x > 0); return x;", "while x: x -= 1", 2),
        ("for (int i = 0; i < x; i++) y++; return y;", "for i in x: y += 1", 2),
        ("for (int i : new int[]{1}) y++; return y;", "for i in x: y += 1", 2),
        ("while (true) { if (x > 3) break; } return 1;", "while True:\n        if x: break\n    return 1", 2),
        ("for (;;) { if (x++ > 3) return x; }", "while True:\n        if x: return x", 2),
        ("while (true) { x++; }", "while True: x += 1", 1),
        ("if (true) return 1; return 2;", "if True: return 1\n    return 2", 1),
        (
            "switch (x) { case 1: y = 1; break; case 2: y = 2; } return y;",
            "match x:\n        case 1: y = 1\n        case 2: y = 2",
            3,
        ),
        (
            "switch (x) { case 1: return 1; case 2: case 3: return 2; default: return 3; }",
            "match x:\n        case 1: return 1\n        case 2 | 3: return 2\n        case _: return 3",
            3,
        ),
        (
            "return switch (x) { case 1, 2 -> 1; case 3 -> { if (y > 0) yield 2; yield 4; } default -> 3; };",
            "match x:\n        case 1 | 2: return 1\n        case 3:\n            if y: x = 2\n        case _: x = 3",
            4,
        ),
        (
            "try { x = y; } catch (RuntimeException e) { if (x > 0) y = 1; } return y;",
            "try: x = y\n    except E:\n        if x: y = 1\n    return y",
            1,
        ),
        (
            "try { if (x > 0) return 1; } finally { if (y > 0) x = 2; } return y;",
            "try:\n        if x: return 1\n    finally:\n        if y: x = 2\n    return y",
            4,
        ),
        (
            "while (x > 0) { try { if (x > 1) break; if (x > 2) continue; if (x > 3) return 1; } "
            "finally { if (y > 0) x = 2; } } return y;",
            "while x:\n        try:\n            if x: break\n            if y: continue\n            if z: return 1\n"
            "        finally:\n            if y: x = 2\n    return y",
            9,
        ),
        (
            "try { throw new RuntimeException(); } finally { if (y > 0) x = 2; }",
            "try:\n        raise E\n    finally:\n        if y: x = 2",
            1,
        ),
        (
            "java.util.function.IntUnaryOperator g = a -> a > 0 ? 1 : 2; return x;",
            "g = lambda a: 1 if a else 2\n    return x",
            1,
        ),
        ("synchronized (Main.class) { if (x > 0) return 1; } return 2;", "with x:\n        if x: return 1", 2),
    ],
)
def test_complexity_is_by_the_same_definition_as_pythons(java: str, python: str, complexity: int) -> None:
    (found,) = study_chunk([f"def f(x, y):\n    {python}\n"], counting=False)
    assert (study_java(in_main(java)).complexity, found.complexity) == (complexity, complexity)


def test_a_jump_out_of_an_outer_loop_reaches_what_follows_it() -> None:
    body = "outer: while (true) { for (int i = 0; ; i++) { if (i > x) break outer; } } if (y > 0) return 1; return 2;"
    assert study_java(in_main(body)).complexity == 3


def test_functions_are_summed_wherever_they_stand_and_initialisers_are_none() -> None:
    source = """\
interface Shape { int area(); }
record Box(int side) implements Shape {
    static int made = 0 > 1 ? 1 : 2;
    static { if (made > 0) made++; }
    Box { if (side < 0) throw new IllegalArgumentException(); }
    public int area() { return side * side; }
}
class Main {
    Shape shape = new Shape() { public int area() { return shape == null ? 0 : 1; } };
}
"""
    assert study_java(source).complexity == 2 + 1 + 2
    assert study_java("int x = 1;\nif (x > 0) x = 2;\n").complexity == 2
    assert study_java("interface Shape { int area(); }\n").complexity == 1


@pytest.mark.parametrize(
    ("body", "constructs", "loops", "depth"),
    [
        ("return x;", ("basic",), 0, 0),
        ("return x > 0 ? 1 : 2;", ("basic",), 0, 0),
        ("do { x--; } while (x > 0); return x;", ("while",), 1, 1),
        ("for (int i : a) y++; for (;;) x++;", ("for",), 2, 1),
        ("for (int i : a) while (x > 0) do x--; while (x > 1); return x;", ("for", "while", "nested loop"), 3, 3),
        ("if (x > 0) { if (y > 0) return 1; } return 2;", ("if", "nested if"), 0, 0),
        ("if (x > 0) return 1; else if (y > 0) return 2; return 3;", ("if",), 0, 0),
        ("if (x > 0) return 1; else { if (y > 0) return 2; } return 3;", ("if", "nested if"), 0, 0),
        ("if (x > 0) return 1; else if (y > 0) { if (x > y) return 2; } return 3;", ("if", "nested if"), 0, 0),
        ("try (Scanner in = open()) { return in.nextInt(); }", ("try",), 0, 0),
        ("return switch (x) { case 1 -> 2; default -> 3; };", ("switch",), 0, 0),
        ("while (x > 0) { g(() -> { for (;;) { } }); }", ("for", "while"), 2, 1),
        ("while (x > 0) { new A() { void g() { if (x > 0) for (;;) { } } }; }", ("for", "while", "if"), 2, 1),
    ],
)
def test_constructs_and_loop_structure(body: str, constructs: tuple[str, ...], loops: int, depth: int) -> None:
    found = study_java(in_main(body))
    assert (found.constructs, found.loops, found.loop_depth) == (constructs, loops, depth)


TRACED = in_main(
    "int s = 0;\nfor (int i = 0; i < x; i++) {\n    s += i;\n    while (s > 9)\n        s -= 9;\n}\nreturn s;"
)
"""Lines from 3: int, for, s +=, while, s -=, brace, return."""


def test_loop_length_is_counted_in_a_trace_and_unknown_without_one_or_where_lines_do_not_tell() -> None:
    one_line = in_main("for (int i = 0; i < x; i++) y++; return y;")
    scored = scored_of(
        row(program=TRACED, language="java", trace=[3, 4, 5, 6, 5, 6, 7, 7, 9]),
        row(program=TRACED, language="java", trace=[3, 4, 9]),
        row(program=TRACED, language="java"),
        row(program=one_line, language="java", trace=[3, 3, 3]),
        row(program=ADD, trace=[1, 2]),
    )
    assert scored.scored.found_of_rows["loop_length"] == [4, 0, None, None, None]


def test_rows_of_java_have_constructs_and_their_outputs_are_compared_as_text() -> None:
    scored = scored_of(
        row(program=GRID, language="Java 17", expected="4\n", predicted="4"),
        row(program=ACCOUNTS, expected="a 1\nb 2\n", predicted="a 1 b 3"),
        row(program=ADD),
    )
    assert figure(scored, "crr") == (3, 2, pytest.approx(2 / 3))
    found = scored.scored.found_of_rows
    assert (found["complexity"], found["lines"], found["loops"]) == ([9, 9, 1], [24, 39, 2], [4, 2, 0])
    (note,) = scored.scored.notes
    assert note.startswith("2 rows with Java programs: these are analysed and not run. Outputs are compared as text, ")


def test_what_is_no_java_says_so_with_its_line() -> None:
    assert study_java("class A {\n    void f( {\n}\n").failure == "not a Java program (line 2)"
    (cpp,) = study_chunk(["#include <iostream>\nint main() { std::cout << 1; }\n"], counting=False)
    assert cpp.failure == "not a Python program (line 2)"


def test_a_program_that_is_nested_too_deep_fails_alone() -> None:
    deep = in_main(f"return {'(' * 20_000}x{')' * 20_000};")
    found = study_chunk([deep, GRID], counting=False, language=Language.JAVA)
    assert found[0].failure == "too large or too deep to be analysed"
    assert found[1].complexity == 9


def test_without_the_extra_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter_java", None)
    assert study_java(GRID).failure == MISSING
    assert MISSING.endswith("pip install 'cgr-audit[measures]'")


@pytest.mark.parametrize(
    ("name", "language"),
    [("java", "java"), ("Java 17 (OpenJDK)", "java"), ("JavaScript", None), ("PyPy 3", "python"), ("C++", None)],
)
def test_languages_are_known_by_name(name: str, language: str | None) -> None:
    assert language_named(name) == language


def test_the_authors_java_programs_are_read(tmp_path: Path) -> None:
    files = {"dataset/Avatar-Java/p1/Main.java": GRID, "dataset/Avatar-Java/p1/output.txt": "4\n"}
    files["IER/Avatar-Java/Llama/p1/predict.txt"] = "4"
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (record,) = read_layout(tmp_path).records
    assert (record["program"], record["language"]) == (GRID, "java")

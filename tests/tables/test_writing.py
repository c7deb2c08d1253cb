"""The ways of writing a table: nothing is lost, and a text means only itself."""

from __future__ import annotations

import ast
import csv
import io
import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from cgr_audit.control_characters import escape_control_characters
from cgr_audit.tables.csv_table import csv_table
from cgr_audit.tables.latex import escape_latex, latex
from cgr_audit.tables.markdown import escape_markdown, markdown
from cgr_audit.tables.parquet import parquet_table
from cgr_audit.tables.table import Column, Kind, Table


def test_markdown_has_title_note_alignment_and_escaped_cells(table: Table) -> None:
    lines = markdown(table).splitlines()
    assert lines[:6] == [
        "## All kinds",
        "",
        "A note: 5 % of \\_it\\_.",
        "",
        "| who & what | rows | accuracy % | gain pp | 95 % | p | held |",
        "|---|---:|---:|---:|---:|---:|---|",
    ]
    assert lines[6] == (
        "| a\\|b\\_c\\\\\\*\\`\\<i\\>&%\\$\\#{\\~^}\"' -- é 中 \\\\u202e\\\\x1b\\[2J "
        "| 20 | 33.33 | −1.00 | −2.50 to 0.00 | \\< 0.001 | yes |"
    )


def test_an_empty_table_says_none(table: Table) -> None:
    assert markdown(replace(table, records=())).endswith("\nNone.\n")


@given(st.text())
def test_no_text_breaks_out_of_a_markdown_cell(text: str) -> None:
    escaped = escape_markdown(text)
    assert "\n" not in escaped
    assert not re.search(r"(?<!\\)(?:\\\\)*[`*_\[\]<>|#~]", escaped)


class Rendered(HTMLParser):
    """The elements and the text of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.elements.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


PIECES = [
    "&copy;",
    "&#65;",
    "- ",
    "+ ",
    "1. ",
    "2) ",
    "===",
    "---",
    "* ",
    "# ",
    "a",
    " ",
    "\\",
    "|",
    "`",
    "~~",
    "![x](y)",
    "<b>",
]


@given(st.lists(st.sampled_from(PIECES) | st.text(st.characters(exclude_categories=["Cc", "Cs"]))).map("".join))
@example("&copy; 1. - x")
@example("12. x")
@example("===")
def test_a_markdown_renderer_shows_the_text_and_nothing_else(text: str) -> None:
    shown = escape_control_characters(" ".join(text.split()))
    renderer = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    escaped = escape_markdown(text)
    alone = Rendered(renderer.render(escaped))
    assert (alone.elements, alone.text.strip()) == (["p"] if shown else [], shown)
    cell = Rendered(renderer.render(f"| {escaped} |\n|---|\n"))
    assert (cell.elements, cell.text.strip()) == (["table", "thead", "tr", "th"], shown)
    title = Rendered(renderer.render(f"## {escaped}"))
    assert (title.elements, title.text.strip()) == (["h2"], shown)


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("see https://a.b", "see https\\://a.b"),
        ("HTTP://a", "HTTP\\://a"),
        ("www.a.b", "www\\.a.b"),
        ("$x$", "\\$x\\$"),
    ],
)
def test_what_github_makes_links_and_formulas_of_stays_text(text: str, escaped: str) -> None:
    assert escape_markdown(text) == escaped


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝"])
def test_no_text_in_csv_is_a_formula_and_a_negative_number_stays_one(table: Table, start: str) -> None:
    record = {**table.records[0], "name": start + "1+1"}
    rows = list(csv.reader(io.StringIO(csv_table(replace(table, records=(record,))), newline="")))
    assert rows[1][0] == "'" + escape_control_characters(start) + "1+1"
    assert rows[1][3] == "-1.005"
    exact = pd.read_parquet(io.BytesIO(parquet_table(replace(table, records=(record,)))))
    assert exact["name"].iloc[0] == start + "1+1"


def test_an_empty_text_is_quoted_and_null_is_not(table: Table) -> None:
    records = tuple({"name": name, "rows": None} for name in ("", None, 'a"b', "a,b"))
    lines = csv_table(replace(table, records=records, columns=table.columns[:2])).splitlines()
    assert [line.rsplit(",", 1)[0] for line in lines[1:]] == ['""', "", '"a""b"', '"a,b"']


def test_csv_holds_raw_values_and_null_as_an_empty_field(table: Table) -> None:
    rows = list(csv.reader(io.StringIO(csv_table(table))))
    assert rows[0] == [
        "name", "rows", "accuracy", "gain", "gain_pairs_low", "gain_pairs_high", "p", "held", "too_few",
    ]  # fmt: skip
    assert rows[1][1:] == ["20", "33.333333333333336", "-1.005", "-2.5", "0.0", "0.0001", "true", "false"]
    assert rows[2] == ["b", "9", "", "", "", "", "", "", "true"]
    assert rows[1][0] == escape_control_characters(table.records[0]["name"])


def test_parquet_holds_the_same_values_typed(table: Table) -> None:
    read = pd.read_parquet(io.BytesIO(parquet_table(table)), dtype_backend="numpy_nullable")
    assert [str(kind) for kind in read.dtypes] == [
        "string", "Int64", "Float64", "Float64", "Float64", "Float64", "Float64", "boolean", "boolean",
    ]  # fmt: skip
    assert read["accuracy"].iloc[0] == 100 / 3
    assert read["accuracy"].isna().tolist() == [False, True, False]
    assert read["name"].iloc[0] == table.records[0]["name"]


def test_the_same_table_gives_the_same_bytes(table: Table) -> None:
    assert parquet_table(table) == parquet_table(replace(table))


def test_latex_has_booktabs_rules_and_signs_that_are_no_hyphens(table: Table) -> None:
    lines = latex(table).splitlines()
    assert lines[:8] == [
        "\\begin{table}",
        "\\caption{All kinds}",
        "\\label{tab:all-kinds}",
        "\\resizebox{\\ifdim\\width>\\textwidth\\textwidth\\else\\width\\fi}{!}{%",
        "\\begin{tabular}{lrrrrrl}",
        "\\toprule",
        "who \\& what & rows & accuracy \\% & gain pp & 95 \\% & p & held \\\\",
        "\\midrule",
    ]
    assert "& $-$1.00 & $-$2.50 to 0.00 & \\textless{} 0.001 & yes \\\\" in lines[8]
    assert lines[-4:] == [
        "\\bottomrule",
        "\\end{tabular}}",
        "\\par\\smallskip\\footnotesize A note: 5 \\% of \\_it\\_.",
        "\\end{table}",
    ]


def test_a_long_table_is_set_in_parts_that_each_fit_on_a_page_and_repeat_the_heading(table: Table) -> None:
    fits, long = (latex(replace(table, records=table.records[:1] * count)) for count in (40, 41))
    assert fits.count("\\begin{table}") == 1
    assert re.findall(r"\\caption\{(.*)\}\n\\label\{(.*)\}", long) == [
        ("All kinds (1 of 2)", "tab:all-kinds"),
        ("All kinds (2 of 2)", "tab:all-kinds-2"),
    ]
    assert long.count("who \\& what & rows") == 2
    assert long.count("\\textless{} 0.001") == 41
    assert long.count("A note") == 1


def test_a_long_heading_stands_in_lines(table: Table) -> None:
    columns = (Column("rows", "harness failures (left out)", Kind.COUNT),)
    heading = "\\begin{tabular}[b]{@{}r@{}}harness\\\\failures\\\\(left\\\\out)\\end{tabular} \\\\"
    assert heading in latex(replace(table, columns=columns)).splitlines()


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a\\b", "a\\textbackslash{}b"),
        ("50 % & $1 #2 _x {y}", "50 \\% \\& \\$1 \\#2 \\_x \\{y\\}"),
        ("x~y^z", "x\\textasciitilde{}y\\textasciicircum{}z"),
        ("a--b", "a-{}-b"),
        ("''", "'{}'"),
        ("?`", "?{}`"),
        ("é ñ ü ç ß", "\\'{e} \\~{n} \\\"{u} \\c{c} \\ss{}"),
        ("中", "U+4E2D"),
        ("中文", "U+4E2D U+6587"),
        ("文A1中é", "U+6587 A1 U+4E2D \\'{e}"),
        ("(中, 文)", "(U+4E2D, U+6587)"),
        ("a\x00b\x1b", "a U+0000 b U+001B"),
        ("a\n\nb", "a b"),
    ],
)
def test_a_text_means_only_itself_in_latex(text: str, escaped: str) -> None:
    assert escape_latex(text) == escaped


@given(st.text())
def test_no_text_reaches_latex_unescaped(text: str) -> None:
    escaped = escape_latex(text)
    assert escaped.isascii()
    assert escaped.isprintable()
    known = r"\\(?:text[a-z]+|symbol|cdot|times|pm|ldots|ss|ae|AE|oe|OE|[oOlLiS]|[uvHrc]|[`'^~=.\"]|[{}$&#%_])"
    rest = re.sub(known, "", escaped)
    assert "\\" not in rest
    assert not set('#%&_^~<>|"') & set(rest)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_latex_sets_it(table: Table, tmp_path: Path) -> None:
    letters = "".join(map(chr, (*range(0x21, 0x7F), *range(0xA1, 0x180)))) + "–—−×…‘’“”\u202e中"
    starts = tuple({"name": start + letters, "rows": 1} for start in ("[", "*", "[x]", ""))
    document = "\n".join(
        [
            "\\documentclass{article}\\usepackage{booktabs,graphicx}\\begin{document}",
            latex(table),
            latex(Table("letters", letters, letters, (Column("name", letters), *table.columns[1:]), starts)),
            latex(replace(table, name="long", records=table.records * 30)),
            "\\end{document}",
        ]
    )
    (tmp_path / "paper.tex").write_text(document)
    arguments = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "paper.tex"]
    done = subprocess.run(arguments, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:].decode("latin-1")
    assert (tmp_path / "paper.pdf").stat().st_size > 0


def test_csv_is_read_as_the_documents_say_and_parquet_holds_every_text_as_it_is() -> None:
    document = (Path(__file__).parents[2] / "docs/accuracy.md").read_text("utf-8")
    (written,) = re.findall(r"`read_csv\(path, ([^`]*)\)`", document)
    options = {name: ast.literal_eval(value) for name, value in re.findall(r"(\w+)=([^=]+?)(?:, |$)", written)}
    names = ["NaN", "None", "NA", "null", "=A1", "-1 of 3"]
    columns = (Column("name", "name"), Column("gain", "gain", Kind.POINTS))
    records = [*({"name": name, "gain": -1.5} for name in names), {"name": None, "gain": None}]
    table = Table("names", "Names", "", columns, tuple(records))
    read = pd.read_csv(io.StringIO(csv_table(table)), **options)
    assert read["name"].tolist()[:-1] == ["NaN", "None", "NA", "null", "'=A1", "'-1 of 3"]
    assert read["gain"].tolist()[:-1] == [-1.5] * 6
    assert read.isna().to_numpy().tolist() == [[False, False]] * 6 + [[True, True]]
    assert pd.read_parquet(io.BytesIO(parquet_table(table)))["name"].tolist()[:-1] == names

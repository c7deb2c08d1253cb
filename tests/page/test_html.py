from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser

from cgr_audit.page.content import Report
from cgr_audit.page.html import html_report


class Reader(HTMLParser):
    """Keeps what a browser would see: tags with their attributes, text, and the scripts by type."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.scripts: list[tuple[str | None, str]] = []
        self._script: str | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append((dict(attrs).get("type"), ""))
        self._script = tag if tag in {"script", "style"} else None

    def handle_endtag(self, tag: str) -> None:
        self._script = None

    def handle_data(self, data: str) -> None:
        if self._script == "script":
            self.scripts[-1] = (self.scripts[-1][0], self.scripts[-1][1] + data)
        elif self._script is None:
            self.text += data


def test_no_text_becomes_markup(page: str) -> None:
    read = Reader(page)
    assert {kind for kind, _ in read.scripts} == {"module", "application/json", "application/octet-stream"}
    assert [kind for kind, _ in read.scripts].count("module") == 2
    assert not {"img", "s", "i"} & {name for name, _ in read.tags}
    assert not any(attribute.startswith("on") for _, attributes in read.tags for attribute in attributes)
    assert "</script><script>alert(1)</script>\\u202e`|*_<img src=x onerror=alert(2)>&quot;" in read.text


def test_nothing_turns_or_hides_text(page: str) -> None:
    read = Reader(page)
    shown = read.text + "".join(value or "" for _, attributes in read.tags for value in attributes.values())
    assert all(letter.isprintable() or letter == "\n" for letter in shown)
    data = "".join(text for kind, text in read.scripts if kind != "module")
    assert data.isascii()


def test_the_page_loads_nothing_and_runs_only_the_scripts_that_it_names(page: str) -> None:
    read = Reader(page)
    for name, attributes in read.tags:
        assert name not in {"link", "iframe", "object", "embed", "base", "form"}
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith("#")
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert style is not None
    assert not re.search(r"url\(|@import", style.group(1))
    policies = [tag for tag in read.tags if tag[1].get("http-equiv") == "Content-Security-Policy"]
    digests = [
        "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"
        for kind, text in read.scripts
        if kind == "module"
    ]
    assert policies[0][1]["content"] == (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src {' '.join(digests)}; "
        "base-uri 'none'; form-action 'none'"
    )


def test_every_link_leads_somewhere_on_the_page(page: str) -> None:
    read = Reader(page)
    ids = {attributes["id"] for _, attributes in read.tags if "id" in attributes}
    links = {str(attributes["href"])[1:] for _, attributes in read.tags if "href" in attributes}
    assert links <= ids
    assert "rule-CGR401" in links


def test_the_headline_comes_first_with_its_denominators_then_the_programs(page: str) -> None:
    text = " ".join(Reader(page).text.split())
    figure = "– → – direct → assisted 3 rows, too few for a percentage, all programs kept gain: undefined"
    places = ["Accuracy under four treatments", figure, "warning", "No chart of the headline", "dropped 2 rows"]
    assert [text.index(place) for place in places] == sorted(text.index(place) for place in places)
    assert "dropped 2 rows" in text
    assert "counted wrong 3 rows" in text
    assert text.rindex("Accuracy under four treatments") < text.rindex("Programs not approved")
    assert "2 approved 2 rows" in text
    assert "1 refused 1 row" in text
    assert "solver 't' is not registered: its 3 rows are left out of every figure" in text


def test_the_finding_shows_its_line_with_the_mark_on_it(page: str) -> None:
    assert '<span class="number">1</span> import <mark>os</mark>  # &lt;b&gt;&#34;\\u202ehi&lt;/b&gt;' in page


def test_every_chart_is_a_picture_with_words_before_any_script_runs(page: str, report: Report) -> None:
    read = Reader(page)
    pictures = [attributes for name, attributes in read.tags if attributes.get("class") == "picture"]
    assert [picture["role"] for picture in pictures] == ["img"] * len(report.charts)
    assert all(picture["aria-label"] for picture in pictures)
    assert [name for name, _ in read.tags].count("svg") == len(report.charts)


def test_where_too_few_rows_count_the_page_says_which_charts_are_not_drawn(page: str) -> None:
    text = " ".join(Reader(page).text.split())
    assert "No chart of the headline: under every treatment too few rows count for a percentage." in text
    assert (
        "Not drawn, because fewer than ten rows, no channel or no finding would stand behind it: accuracy by "
        "treatment; gain by treatment with intervals; gain by pair; direct against assisted accuracy by pair; solver "
        "calls."
    ) in text


def test_without_verdicts_the_page_says_that_nothing_was_judged(unjudged_report: Report) -> None:
    text = " ".join(Reader(html_report(unjudged_report)).text.split())
    assert "No verdicts: every row is kept." in text
    assert "counted wrong" not in text


def test_numbers_sort_as_numbers_and_texts_as_texts(page: str) -> None:
    cells = [attributes for name, attributes in Reader(page).tags if name == "td"]
    assert {"class": "number", "data-value": "2"} in cells
    assert {"class": "number", "data-value": ""} in cells
    assert not any("data-value" in cell and "number" not in str(cell.get("class")).split() for cell in cells)


def test_the_same_package_makes_the_same_page(page: str, report: Report) -> None:
    assert html_report(report) == page


def test_without_controls_one_sentence_says_which_command_makes_them(report: Report, page: str) -> None:
    assert report.controls_chart is None
    said = "What the same calls would have bought without code is not known: this package has no controls."
    assert page.count(said) == 1
    assert "--control self-consistency --control repeated-call --control cot" in page

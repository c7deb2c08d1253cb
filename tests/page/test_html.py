from __future__ import annotations

import re
from html.parser import HTMLParser

from cgr_audit.page.content import Report
from cgr_audit.page.html import html_report


class Reader(HTMLParser):
    """Keeps what a browser would see: tags with their attributes, and text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_no_text_becomes_markup(report: Report) -> None:
    page = Reader(html_report(report))
    names = [name for name, _ in page.tags]
    assert names.count("script") == 1
    assert not {"img", "s", "i"} & set(names)
    assert not any(attribute.startswith("on") for _, attributes in page.tags for attribute in attributes)
    assert "</script><script>alert(1)</script>\\u202e`|*_<img src=x onerror=alert(2)>&quot;" in page.text


def test_nothing_turns_or_hides_text(report: Report) -> None:
    page = html_report(report)
    assert all(letter.isprintable() or letter == "\n" for letter in page)
    assert visible("a\u202e\u200b\x1b\n\ud800é") == "a\\u202e\\u200b\\x1b\\n\\ud800é"


def test_the_page_loads_nothing(report: Report) -> None:
    page = html_report(report)
    read = Reader(page)
    for name, attributes in read.tags:
        assert name not in {"link", "iframe", "object", "embed", "base", "form"}
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith("#")
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert style is not None
    assert not re.search(r"url\(|@import", style.group(1))
    policies = [tag for tag in read.tags if tag[1].get("http-equiv") == "Content-Security-Policy"]
    assert policies[0][1]["content"] == "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def test_every_link_leads_somewhere_on_the_page(report: Report) -> None:
    read = Reader(html_report(report))
    ids = {attributes["id"] for _, attributes in read.tags if "id" in attributes}
    links = {str(attributes["href"])[1:] for _, attributes in read.tags if "href" in attributes}
    assert links <= ids
    assert "rule-CGR401" in links


def test_the_headline_comes_first_with_its_denominators_then_the_programs(report: Report) -> None:
    text = " ".join(Reader(html_report(report)).text.split())
    assert "dropped 2 rows" in text
    assert "counted wrong 3 rows" in text
    assert text.rindex("Accuracy under four treatments") < text.rindex("Programs not approved")
    assert "2 approved 2 rows" in text
    assert "1 refused 1 row" in text
    assert "Not registered, so left out of every figure: solver t, 3 rows." in text


def test_the_finding_shows_its_line_with_the_mark_on_it(report: Report) -> None:
    page = html_report(report)
    assert '<span class="line">1</span> import <mark>os</mark>  # &lt;b&gt;&#34;\\u202ehi&lt;/b&gt;' in page


def test_the_plot_says_the_numbers(report: Report) -> None:
    read = Reader(html_report(report))
    classes = [attributes.get("class") for name, attributes in read.tags if name == "circle"]
    assert classes.count("direct") == classes.count("assisted") == 5
    assert "assisted 50.00 %" in read.text


def test_without_verdicts_the_page_says_that_nothing_was_judged(unjudged_report: Report) -> None:
    text = " ".join(Reader(html_report(unjudged_report)).text.split())
    assert "Nothing was judged: there are no verdicts, so every row is kept." in text
    assert "counted wrong" not in text


def test_the_same_package_makes_the_same_page(report: Report) -> None:
    assert html_report(report) == html_report(report)

"""Rules: in order, each code once, other people's as well."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest

from cgr_audit.audit.registry import load_registry
from cgr_audit.errors import UsageError

RULE = '''
from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, Rule

class {name}(Rule):
    """A rule."""
    meta = Meta("{code}", "{slug}", Severity.ERROR, Confidence.HIGH, since="1.0")
    def check(self, context):
        return iter(())
'''


def write(folder: Path, file: str, code: str, slug: str = "other") -> None:
    (folder / file).write_text(RULE.format(name="Some", code=code, slug=slug))


def test_the_built_in_rules_are_sorted_by_code_and_each_code_and_slug_is_there_once() -> None:
    metas = [rule.meta for rule in load_registry().rules]
    codes = [meta.code for meta in metas]
    assert codes == sorted(set(codes))
    assert len({meta.slug for meta in metas}) == len(metas)
    assert "CGR001" in codes


def test_a_folder_of_rules_is_added_and_changes_the_digest(tmp_path: Path) -> None:
    write(tmp_path, "b.py", "X002")
    write(tmp_path, "a.py", "X003")
    (tmp_path / "_helper.py").write_text("1 / 0\n")
    plain, extended = load_registry(), load_registry(tmp_path)
    assert [rule.meta.code for rule in extended.rules if rule not in plain.rules][-2:] == ["X002", "X003"]
    assert plain.digest == load_registry().digest
    assert plain.digest != extended.digest
    write(tmp_path, "a.py", "X003", slug="changed")
    assert load_registry(tmp_path).digest != extended.digest


@pytest.mark.parametrize("file", ["_shared.py", "table.json", "more/_deeper.py"])
def test_whatever_lies_beside_a_folders_rules_is_part_of_the_digest(tmp_path: Path, file: str) -> None:
    write(tmp_path, "a.py", "X001")
    path = tmp_path / file
    path.parent.mkdir(exist_ok=True)
    path.write_text("1")
    before = load_registry(tmp_path).digest
    path.write_text("2")
    changed = load_registry(tmp_path).digest
    path.rename(tmp_path / "renamed.txt")
    assert len({before, changed, load_registry(tmp_path).digest}) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RULE.format(name="Again", code="CGR403", slug="again"), "CGR403 is taken by FileOrNetworkAccess"),
        ("x = 1\n", "no rule in it"),
        ("1 / 0\n", "cannot load the rule: ZeroDivisionError"),
        ("def (\n", "cannot load the rule: SyntaxError"),
        ("raise SystemExit(3)\n", "cannot load the rule: SystemExit"),
    ],
)
def test_a_rule_file_that_cannot_be_used_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "extra.py").write_text(text)
    with pytest.raises(UsageError) as refused:
        load_registry(tmp_path)
    assert str(tmp_path / "extra.py") in str(refused.value)
    assert message in str(refused.value)


def test_an_empty_folder_and_none_at_all_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no rule files"):
        load_registry(tmp_path)
    with pytest.raises(UsageError, match="no such folder of rules"):
        load_registry(tmp_path / "none")


@dataclass(frozen=True)
class PointStandIn:
    """An entry point of an installed package."""

    name: str
    value: str
    target: ModuleType | Exception

    def load(self) -> ModuleType:
        if isinstance(self.target, Exception):
            raise self.target
        return self.target


def points(monkeypatch: pytest.MonkeyPatch, *found: PointStandIn) -> None:
    monkeypatch.setattr(metadata, "entry_points", lambda group: found if group == "cgr_audit.rules" else ())


def test_rules_of_installed_packages_are_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "of_a_package.py", "X100")
    monkeypatch.syspath_prepend(str(tmp_path))
    import of_a_package  # type: ignore[import-not-found]

    points(monkeypatch, PointStandIn("x", "of_a_package", of_a_package))
    assert "X100" in [rule.meta.code for rule in load_registry().rules]


def test_a_package_whose_rules_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    points(monkeypatch, PointStandIn("x", "gone.rules", ImportError("No module named 'gone'")))
    with pytest.raises(UsageError, match=r"entry point x = gone\.rules: cannot load the rule: No module named 'gone'"):
        load_registry()


class TestChoosing:
    def codes(self, *select: str, ignore: tuple[str, ...] = ()) -> list[str]:
        return [rule.meta.code for rule in load_registry().chosen(select, ignore)]

    def test_codes_patterns_and_slugs_choose(self) -> None:
        assert self.codes("CGR403", "syntax-error") == ["CGR001", "CGR403"]
        assert self.codes("cgr40*") == [code for code in self.codes() if code.startswith("CGR40")]
        assert self.codes() == [rule.meta.code for rule in load_registry().rules]

    def test_what_is_ignored_is_left_out_of_what_is_selected(self) -> None:
        assert self.codes("CGR40*", ignore=("CGR40[1-5]",)) == ["CGR406"]

    def test_a_name_that_means_nothing_is_refused(self) -> None:
        for wrong in ("CGR999", "X*", "", "no such"):
            with pytest.raises(UsageError, match="no rule"):
                self.codes(wrong)
            with pytest.raises(UsageError, match="no rule"):
                self.codes(ignore=(wrong,))

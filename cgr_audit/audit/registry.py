"""Every rule, in order of their codes: the built-in ones and those of other people.

Loading rules imports them and all they stand on. Who runs none, and only has to know what rules there are, asks
``described_rules.known_registry``.
"""

from __future__ import annotations

import fnmatch
import importlib
import importlib.util
import inspect
import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType

from cgr_audit.audit.rule import BaseRule, Meta, ObservedRule, Rule, TextRule
from cgr_audit.audit.rule_sources import entry_points, rule_files, rules_digest
from cgr_audit.errors import UsageError
from cgr_audit.value_words import closest

__all__ = ["Registry", "load_registry", "load_rules"]


class Registry:
    """The rules of one run, sorted by code, and the digest of their sources."""

    __slots__ = ("digest", "rules")

    def __init__(self, rules: Sequence[BaseRule], digest: str) -> None:
        self.rules = tuple(sorted(rules, key=lambda rule: rule.meta.code))
        self.digest = digest

    @property
    def metas(self) -> Mapping[str, Meta]:
        """The rules' facts by code."""
        return {rule.meta.code: rule.meta for rule in self.rules}

    def find(self, code_or_slug: str) -> BaseRule:
        """The rule of a code or slug.

        Raises:
            UsageError: there is none.
        """
        for rule in self.rules:
            if _code(code_or_slug) == rule.meta.code or code_or_slug.lower() == rule.meta.slug:
                return rule
        raise self._unknown(code_or_slug)

    def code_of(self, code_or_slug: str) -> str:
        """The code that a code or slug means.

        Raises:
            UsageError: there is no such rule.
        """
        return self.find(code_or_slug).meta.code

    def codes_like(self, pattern: str) -> tuple[str, ...]:
        """The codes that a pattern such as ``CGR2*`` or a slug means.

        Raises:
            UsageError: it means none.
        """
        codes = tuple(
            rule.meta.code
            for rule in self.rules
            if fnmatch.fnmatchcase(rule.meta.code, _code(pattern)) or rule.meta.slug == pattern.lower()
        )
        if not codes:
            raise self._unknown(pattern)
        return codes

    def _unknown(self, name: str) -> UsageError:
        named = {spelled: rule.meta for rule in self.rules for spelled in (rule.meta.slug, rule.meta.code.lower())}
        close = closest(name.lower(), named)
        meant = f"did you mean {named[close].code} {named[close].slug}? " if close else ""
        return UsageError(f"no rule {name!r}; {meant}`cgr-audit rules` lists them")

    def chosen(self, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> tuple[BaseRule, ...]:
        """The rules left by ``--select`` and ``--ignore``; each takes codes, slugs, or patterns like ``CGR2*``.

        Raises:
            UsageError: a pattern that means no rule.
        """
        wanted = {code for pattern in select for code in self.codes_like(pattern)}
        unwanted = {code for pattern in ignore for code in self.codes_like(pattern)}
        return tuple(
            rule for rule in self.rules if (not wanted or rule.meta.code in wanted) and rule.meta.code not in unwanted
        )


def _code(name: str) -> str:
    """A code as rules have it; of the built-in ones the number, or how it begins, will do: ``201``, ``2*``."""
    return f"CGR{name}" if name[:1].isdigit() else name.upper()


def load_registry(folder: Path | None = None) -> Registry:
    """Load the built-in rules, those of the entry-point group, and those of a folder of rule files.

    Raises:
        UsageError: a rule file that cannot be imported, holds no rule, or reuses a code; the message names it.
    """
    digest = rules_digest(folder)
    return Registry(load_rules(folder), digest)


def load_rules(folder: Path | None = None) -> tuple[BaseRule, ...]:
    """The same rules, sorted by code, for one who needs no digest.

    Raises:
        UsageError: as for :func:`load_registry`.
    """
    rules: dict[str, BaseRule] = {}
    for module in (*_built_in_modules(), *_entry_point_modules(), *_folder_modules(folder)):
        found = list(_rules_in(module))
        if not found:
            raise UsageError(f"{module.__file__}: no rule in it; a rule is a subclass of cgr_audit.audit.rule.Rule")
        for rule in found:
            if rule.meta.code in rules:
                other = type(rules[rule.meta.code]).__name__
                raise UsageError(f"{module.__file__}: {rule.meta.code} is taken by {other}")
            rules[rule.meta.code] = rule
    return tuple(rules[code] for code in sorted(rules))


def _built_in_modules() -> Iterator[ModuleType]:
    package = importlib.import_module("cgr_audit.rules")
    for name in sorted(module.name for module in pkgutil.iter_modules(package.__path__)):
        yield importlib.import_module(f"cgr_audit.rules.{name}")


def _entry_point_modules() -> Iterator[ModuleType]:
    for point in entry_points():
        try:
            loaded = point.load()
        except (ImportError, AttributeError, SyntaxError) as error:
            raise UsageError(f"entry point {point.name} = {point.value}: cannot load the rule: {error}") from error
        yield loaded if isinstance(loaded, ModuleType) else importlib.import_module(loaded.__module__)


def _folder_modules(folder: Path | None) -> Iterator[ModuleType]:
    for path in rule_files(folder):
        spec = importlib.util.spec_from_file_location(f"cgr_audit_extra_rules_{path.stem}", path)
        if spec is None or spec.loader is None:
            raise UsageError(f"{path}: cannot be imported")
        module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except (Exception, SystemExit) as error:
            raise UsageError(f"{path}: cannot load the rule: {type(error).__name__}: {error}") from error
        yield module


def _rules_in(module: ModuleType) -> Iterator[BaseRule]:
    for value in vars(module).values():
        concrete = inspect.isclass(value) and issubclass(value, BaseRule) and not inspect.isabstract(value)
        if concrete and value.__module__ == module.__name__ and value not in {Rule, TextRule, ObservedRule, BaseRule}:
            yield value()

"""CGR404: interpreter internals."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from dataclasses import dataclass

from cgr_audit.analysis.capabilities import INTROSPECTIVE_ATTRIBUTES, Capability, capability
from cgr_audit.analysis.dotted_names import Import
from cgr_audit.analysis.format_fields import COMPUTED, format_fields
from cgr_audit.analysis.own_instances import OwnInstances
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid

_NAMED_ACCESS = frozenset({"builtins.getattr", "builtins.setattr", "operator.attrgetter", "operator.methodcaller"})

_IMPORTER = "builtins.__import__"
_SAID = {
    Capability.INTROSPECTION: "reaches into the interpreter",
    Capability.UNLISTED: "is not in the table of capabilities",
}


@dataclass(frozen=True, slots=True)
class _Way:
    """One way into the interpreter."""

    said: str
    evidence: tuple[tuple[ast.AST, str], ...] = ()


class Introspection(Rule):
    """The program reaches into the interpreter: classes, frames, code objects, other modules' globals.

    What it does
        Reports attributes that lead from an ordinary object to classes, code, frames or namespaces that are not the
        program's own (``__subclasses__``, ``__globals__``, ``f_back`` ...), written plainly, through ``getattr`` or
        ``attrgetter``, in a format string or in a class pattern; and ``gc``, ``inspect``, ``ctypes``,
        ``sys.modules``, ``sys._getframe`` and the like. What only leads to something that another rule reports
        (``sys.modules["os"].environ``) is that rule's.

        Of a module, a program may take only members by name, and only those that the table of capabilities lists: not
        ``random._os``, nor a module that the module imported (``fractions.math``). A module that is stored, passed,
        returned, compared, matched or looped over is reported, and so is whatever could take any member: ``getattr``,
        ``attrgetter``, ``methodcaller``, ``vars``, ``globals`` and ``get_field`` as values or with a computed
        name that may begin like one that leads into the interpreter (``"on_" + name`` does not).
        Another name for a module (``m = math``), ``getattr(record, "score", 0)``, ``hasattr`` and a test whether an
        import worked are fine, as are functions of modules as values (``map(math.sqrt, numbers)``).

    Why it matters
        This is how a program leaves a sandbox written in its own language, reads what its caller holds (the gold
        answer), or changes the harness that scores it.

    Example
        ``().__class__.__base__.__subclasses__()``

    Use instead
        ``type(x).__name__``, ``x.__class__.__name__`` and ``isinstance`` are enough for honest work, and are not
        reported.

    References
        CWE-470: Use of Externally-Controlled Input to Select Classes or Code.
    """

    meta = Meta("CGR404", "introspection", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def f(error):\n    return type(error).__name__ + error.__class__.__name__\n"),
        Valid("class A:\n    def __init__(self):\n        self.__dict__.update(a=1)\n        super().__init__()\n"),
        Valid("print('{0.name} {x[key]}'.format(1, x=2))\n"),
        Valid("import dataclasses\nfields = dataclasses.fields\n"),
        Valid("note = '__globals__'\n"),
        Valid(
            "import warnings\n\nclass A:\n    def __init__(self, name):\n        self._module = name\n\n"
            "with warnings.catch_warnings():\n    print(A('a')._module)\n"
        ),
        Valid("import types\nframe = types.SimpleNamespace(tb_next='more')\nprint(frame.tb_next)\n"),
        Valid("class N:\n    def __init__(self):\n        self.f_back = None\n\nmade = N()\nprint(made.f_back)\n"),
        Valid(
            "import math, re, operator\nuses = [*map(math.sqrt, [4]), re.sub]\nuses.sort(key=operator.itemgetter(1))\n"
        ),
        Valid("import math\nm = math\nroot = m.sqrt(4) if hasattr(m, 'sqrt') else None\n"),
        Valid("import types\n\ndef f(t: types.TracebackType | None) -> types.FrameType | None:\n    return t\n"),
    )
    INVALID = (
        Invalid("found = ().__class__.__base__.__subclasses__()\n", at=("1:9-1:45",)),
        Invalid("def f():\n    pass\n\ng = f.__globals__\n", at=("4:5-4:18",)),
        Invalid("x = getattr(print, '__se' + 'lf__')\n", at=("1:5-1:36",)),
        Invalid("text = '{0.__init__.__globals__}'.format(print)\n", at=("1:8-1:34",)),
        Invalid("import sys\nframe = sys._getframe(1)\n", at=("2:9-2:25",)),
        Invalid("import inspect\ncaller = inspect.currentframe().f_back.f_locals\n", at=("2:10-2:48",)),
        Invalid("def f(o, n):\n    return getattr(o, f'__{n}__')\n", at=("2:12-2:34",)),
        Invalid("x = type.__dict__['__subclasses__'](int.mro()[-1])\n", at=("1:5-1:36", "1:37-1:44")),
        Invalid("import string\nx = string.Formatter().get_field('0.__globals__', (print,), {})\n", at=("2:34-2:49",)),
        Invalid("import types\nkind = types.FrameType\n", at=("2:8-2:23",)),
        Invalid(
            "def walk(value, *names):\n    for name in names:\n        value = getattr(value, name)\n    return value\n"
            "walk((), '__class__', '__base__')\n",
            at=("3:17-3:37",),
        ),
        Invalid(
            "class T:\n    def __init__(self, text):\n        self.text = text\n    def fill(self, **values):\n"
            "        return self.text.format(**values)\nprint(T('{f.__globals__}').fill(f=T))\n",
            at=("5:16-5:25",),
        ),
        Invalid("class N:\n    f_back = None\n    def up(self):\n        return self.f_back\n", at=("4:16-4:27",)),
        Invalid("import gc\nobjects = gc.get_objects()\n", at=("2:11-2:27",)),
        Invalid("import sys\nmain = sys.modules['__main__']\n", at=("2:8-2:19",)),
        Invalid("import logging\n\ndef f(log=logging):\n    return log.os\n", at=("3:11-3:18",)),
        Invalid(
            "import functools, logging\nfunctools.reduce(getattr, ['os'], logging)\n", at=("2:18-2:25", "2:35-2:42")
        ),
        Invalid(
            "import warnings\n\ndef f():\n    with warnings.catch_warnings() as kept:\n        pass\n"
            "    return warnings.catch_warnings()._module\n",
            at=("6:12-6:45",),
        ),
        Invalid("def f(record, name):\n    return getattr(record, name)\n", at=("2:12-2:33",)),
        Invalid("match print:\n    case object(__self__=owner):\n        pass\n", at=("2:10-2:32",)),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every way into the interpreter."""
        reached = dict(self._ways(context))
        on_the_way = {step for node in reached for step in _up_to(_chain_below(node), reached)}
        for node, way in reached.items():
            if node in on_the_way:
                continue
            steps = [(step, reached[step].said) for step in reversed(list(_chain_below(node))) if step in reached]
            yield context.finding(self, node, way.said, [*way.evidence, *steps])

    def _ways(self, context: Context) -> Iterator[tuple[ast.AST, _Way]]:
        chains = context.facts.capability_chains
        for kind, said in _SAID.items():
            for use in context.facts.capability_uses(kind):
                if not chains.is_step(use) and not chains.is_annotation(use):
                    evidence = ((use.origin.node, "imported here"),) if use.origin is not None else ()
                    yield use.place, _Way(f"{use.name.removeprefix('builtins.')} {said}", evidence)
        modules = context.facts.module_values
        for node, name in (*modules.values(), *modules.in_classes()):
            yield node, _Way(f"the module {name} is used as a value; whatever holds it may take any member")
        for node, name in modules.missing():
            yield node, _Way(f"{name} does not exist, and its AttributeError holds the module")
        for node, taken in modules.held():
            if not _leads_on(node, taken, context):
                yield node, _Way(f"{taken} is a module that another module imported")
        for place, wrong in context.facts.computed_access.places():
            yield place, _Way(wrong)
        for node, name in self._attributes(context):
            yield node, _Way(f"{name} leads out of the program into the interpreter")

    def _attributes(self, context: Context) -> Iterator[tuple[ast.AST, str]]:
        facts, index = context.facts, context.facts.index
        instances = OwnInstances(index, facts.scopes)
        for attribute in index.of(ast.Attribute):
            if attribute.attr in INTROSPECTIVE_ATTRIBUTES and not _is_own(attribute, instances, context):
                yield attribute, attribute.attr
            elif attribute.attr == "_module" and _may_be_of_warnings(context):
                yield attribute, "_module"
            elif attribute.attr == "mro" and _is_class(attribute.value, context):
                yield attribute, "mro"
        for call in index.of(ast.Call):
            yield from ((call, name) for name in sorted(self._named_in_call(call, context)))
        for template, name in format_fields(index, facts.scopes, lambda node: facts.possible_values.of(node).texts):
            if name in INTROSPECTIVE_ATTRIBUTES or name == COMPUTED:
                yield template, name
        for lookup in index.of(ast.Subscript):
            key = context.facts.constants.text(lookup.slice)
            if key in INTROSPECTIVE_ATTRIBUTES and _IMPORTER not in context.facts.dotted_names.names(lookup):
                yield lookup, key
        for pattern in index.of(ast.MatchClass):
            yield from ((pattern, name) for name in pattern.kwd_attrs if name in INTROSPECTIVE_ATTRIBUTES)

    @staticmethod
    def _named_in_call(call: ast.Call, context: Context) -> set[str]:
        facts = context.facts
        if facts.dotted_names.names(call.func) & _NAMED_ACCESS and _IMPORTER not in facts.dotted_names.names(call):
            texts = [facts.possible_values.of(argument).texts for argument in call.args]
            parts = (part for possible in texts for text in possible for part in text.split("."))
            named = {part for part in parts if part in INTROSPECTIVE_ATTRIBUTES}
            computed = (given for given, possible in zip(call.args, texts, strict=True) if not possible)
            return named | ({"a computed __name__"} if any(map(_may_hold_dunder, computed)) else set())
        return set()


def _leads_on(node: ast.AST, taken: str, context: Context) -> bool:
    """Whether what a program takes of a held module is reported for what it is."""
    facts = context.facts
    if isinstance(node, ast.alias):
        module, _, member = taken.rpartition(".")
        return facts.capability_chains.is_explained(Import(node, module, member))
    outer = node
    while isinstance(around := facts.index.parent(outer), ast.Attribute):
        outer = around
    return isinstance(outer, ast.Attribute) and any(map(capability, facts.dotted_names.names(outer)))


def _chain_below(node: ast.AST) -> Iterator[ast.AST]:
    """What an attribute, call or subscript is taken of, step by step: ``a.b`` and ``a`` for ``a.b()``."""
    while True:
        if isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        else:
            return
        yield node


def _up_to(chain: Iterator[ast.AST], ends: Container[ast.AST]) -> Iterator[ast.AST]:
    """The first of a chain that is one of ``ends``, and what comes before it."""
    for step in chain:
        yield step
        if step in ends:
            return


def _may_hold_dunder(node: ast.expr) -> bool:
    """Whether text that is put together while the program runs has underscores in pairs among its pieces."""
    if isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.Constant):
        return False
    return any(
        isinstance(part, ast.Constant) and isinstance(part.value, str) and "__" in part.value for part in ast.walk(node)
    )


def _may_be_of_warnings(context: Context) -> bool:
    """Whether ``_module`` may be what ``warnings.catch_warnings`` holds, and no attribute of the program's own."""
    index, names = context.facts.index, context.facts.dotted_names
    return any(
        "warnings.catch_warnings" in names.names(node) for node in index.of(ast.Name, ast.Attribute)
    ) and not any(isinstance(node.ctx, ast.Store) and node.attr == "_module" for node in index.of(ast.Attribute))


def _is_class(node: ast.expr, context: Context) -> bool:
    """A builtin class, ``type(x)`` or ``x.__class__``."""
    if isinstance(node, ast.Call):
        return "builtins.type" in context.facts.dotted_names.names(node.func)
    named = context.facts.dotted_names.names(node)
    return (isinstance(node, ast.Attribute) and node.attr == "__class__") or any(
        name.startswith("builtins.") for name in named
    )


def _is_own(attribute: ast.Attribute, instances: OwnInstances, context: Context) -> bool:
    """Whether the program itself gives an object this attribute, extends a method by it, or imports by it.

    What an import leads to is said there.
    """
    if attribute.attr.startswith("__"):
        return _is_own_super(attribute) or _IMPORTER in context.facts.dotted_names.names(attribute)
    return _is_set_on_self(attribute) or instances.have(attribute)


def _is_set_on_self(attribute: ast.Attribute) -> bool:
    """``self.f_back = None`` gives an object something and reads nothing of it."""
    return (
        isinstance(attribute.ctx, ast.Store) and isinstance(attribute.value, ast.Name) and attribute.value.id == "self"
    )


def _is_own_super(attribute: ast.Attribute) -> bool:
    """``super().__reduce__()`` and the like, inside a method of that name, extend the program's own class."""
    value = attribute.value
    return (
        attribute.attr in {"__reduce__", "__reduce_ex__", "__getattribute__"}
        and isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id == "super"
    )

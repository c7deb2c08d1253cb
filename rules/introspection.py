"""CGR404: interpreter internals."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from cgr_audit.analysis.capabilities import INTROSPECTIVE_ATTRIBUTES, Capability
from cgr_audit.analysis.scopes import BindingKind
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid

_FIELD = re.compile(r"[.\[](\w+)(?=[.\[\]!:}]|$)")
"""The attributes and keys that the fields of a format template walk through."""
_NAMED_ACCESS = frozenset({"builtins.getattr", "builtins.setattr", "operator.attrgetter", "operator.methodcaller"})

_IMPORTER = "builtins.__import__"


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
        ``sys.modules``, ``sys._getframe`` and their kin. What only leads to something that another rule reports
        (``sys.modules["os"].environ``) is that rule's.

    Why it matters
        This is how a program leaves a sandbox written in its own language, reads what its caller holds (the gold
        answer), or changes the harness that scores it.

    Example
        ``().__class__.__base__.__subclasses__()``

    Use instead
        ``type(x).__name__`` and ``isinstance`` are enough for honest work, and are not reported.

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
        Valid("import types\nframe = types.SimpleNamespace(tb_next='more')\nprint(frame.tb_next)\n"),
        Valid(
            "class N:\n    def __init__(self):\n        self.f_back = None\n    def up(self):\n"
            "        return self.f_back\n"
        ),
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
        Invalid("import gc\nobjects = gc.get_objects()\n", at=("2:11-2:27",)),
        Invalid("import sys\nmain = sys.modules['__main__']\n", at=("2:8-2:19",)),
        Invalid("match print:\n    case object(__self__=owner):\n        pass\n", at=("2:10-2:32",)),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every way into the interpreter."""
        reached = dict(self._ways(context))
        for node, way in reached.items():
            if any(node in _chain_below(other) for other in reached if other is not node):
                continue  # a step on the way of another
            steps = [(step, reached[step].said) for step in reversed(list(_chain_below(node))) if step in reached]
            yield context.finding(self, node, way.said, [*way.evidence, *steps])

    def _ways(self, context: Context) -> Iterator[tuple[ast.AST, _Way]]:
        for use in context.facts.capability_uses(Capability.INTROSPECTION):
            if context.facts.capability_chains.is_step(use) or context.facts.capability_chains.is_annotation(use):
                continue
            evidence = ((use.origin.node, "imported here"),) if use.origin is not None else ()
            yield use.place, _Way(f"{use.name.removeprefix('builtins.')} reaches into the interpreter", evidence)
        for node, name in self._attributes(context):
            yield node, _Way(f"{name} leads out of the program into the interpreter")

    def _attributes(self, context: Context) -> Iterator[tuple[ast.AST, str]]:
        index = context.facts.index
        for attribute in index.of(ast.Attribute):
            if attribute.attr in INTROSPECTIVE_ATTRIBUTES and not _is_own(attribute, context):
                yield attribute, attribute.attr
            elif attribute.attr == "mro" and _is_class(attribute.value, context):
                yield attribute, "mro"
        for call in index.of(ast.Call):
            yield from ((call, name) for name in sorted(self._named_in_call(call, context)))
            template = _format_template(call)
            if template is not None:
                texts = context.facts.possible_values.of(template).texts
                fields = dict.fromkeys(name for text in texts for name in _FIELD.findall(text))
                yield from ((template, name) for name in fields if name in INTROSPECTIVE_ATTRIBUTES)
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


def _format_template(call: ast.Call) -> ast.expr | None:
    """The template of ``template.format(...)``, ``format_map`` and ``str.format(template, ...)``."""
    function = call.func
    if not isinstance(function, ast.Attribute) or function.attr not in {"format", "format_map", "vformat", "get_field"}:
        return None
    if isinstance(function.value, ast.Name) and function.value.id == "str" and call.args:
        return call.args[0]
    if function.attr in {"vformat", "get_field"} or (isinstance(function.value, ast.Call) and call.args):
        return call.args[0] if call.args else None
    return function.value


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


def _may_hold_dunder(node: ast.expr) -> bool:
    """Whether text that is put together while the program runs has underscores in pairs among its pieces."""
    if isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.Constant):
        return False
    return any(
        isinstance(part, ast.Constant) and isinstance(part.value, str) and "__" in part.value for part in ast.walk(node)
    )


def _is_class(node: ast.expr, context: Context) -> bool:
    """A builtin class, ``type(x)`` or ``x.__class__``."""
    if isinstance(node, ast.Call):
        return "builtins.type" in context.facts.dotted_names.names(node.func)
    named = context.facts.dotted_names.names(node)
    return (isinstance(node, ast.Attribute) and node.attr == "__class__") or any(
        name.startswith("builtins.") for name in named
    )


def _is_own(attribute: ast.Attribute, context: Context) -> bool:
    """Whether the program itself gives an object this attribute, extends a method by it, or imports by it.

    What an import leads to is said there.
    """
    name = attribute.attr
    if name.startswith("__"):
        return _is_own_super(attribute) or _IMPORTER in context.facts.dotted_names.names(attribute)
    owner = attribute.value
    if not isinstance(owner, ast.Name):
        return False
    scope = context.facts.scopes.used_in.get(owner, context.facts.scopes.module)
    found = scope.lookup(owner.id)
    if found is None or len(found[1]) != 1:
        return False
    made = found[1][0].value
    if owner.id == "self" and isinstance(found[1][0].node, ast.arg):
        definition = next(
            (node for node in context.facts.index.ancestors(owner) if isinstance(node, ast.ClassDef)), None
        )
        return definition is not None and _defines(definition, name)
    if found[1][0].kind is not BindingKind.ASSIGNMENT or not isinstance(made, ast.Call):
        return False
    if context.facts.scopes.qualified_name(made.func) == "types.SimpleNamespace":
        return any(given.arg == name for given in made.keywords)
    maker = scope.lookup(made.func.id) if isinstance(made.func, ast.Name) else None
    classes = [binding.node for binding in maker[1]] if maker is not None else []
    return bool(classes) and all(isinstance(one, ast.ClassDef) and _defines(one, name) for one in classes)


def _defines(definition: ast.ClassDef, name: str) -> bool:
    """Whether a class without bases gives its instances an attribute: in its body, or as ``self.name``."""
    targets: list[ast.expr] = []
    for node in ast.walk(definition):
        if isinstance(node, ast.Assign):
            targets += node.targets
        elif isinstance(node, ast.AnnAssign):
            targets.append(node.target)
    return not definition.bases and any(name in (getattr(one, "attr", ""), getattr(one, "id", "")) for one in targets)


def _is_own_super(attribute: ast.Attribute) -> bool:
    """``super().__reduce__()`` and the like, inside a method of that name, extend the program's own class."""
    value = attribute.value
    return (
        attribute.attr in {"__reduce__", "__reduce_ex__", "__getattribute__"}
        and isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id == "super"
    )

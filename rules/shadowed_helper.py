"""CGR105: a helper's name means something else."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from cgr_audit.analysis.calls.parameters import bind_arguments
from cgr_audit.analysis.flow.truth import known_truth
from cgr_audit.analysis.scopes import Binding, BindingKind, Scope
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import name_span
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.contract import EntryKind
from cgr_audit.source.positions import Span

_HOW = {
    BindingKind.PARAMETER: "a parameter",
    BindingKind.FUNCTION: "a function of the program",
    BindingKind.CLASS: "a class of the program",
    BindingKind.IMPORT: "imported",
    BindingKind.LOOP: "a loop variable",
    BindingKind.DELETION: "deleted",
}
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class ShadowedHelper(Rule):
    """A helper's name is defined, imported over or assigned.

    What it does
        Reports each helper of the runner whose name the program gives another meaning where the entry sees it:
        by a definition, an import, an assignment, a loop, a parameter, ``global`` or ``del``, or by a store into
        ``globals()`` or the program's own module; there, a name that is computed may be any. Importing a helper from
        a module that the contract names is right, and so are methods and attributes of that name, a parameter that
        is always given the helper itself, and a definition for the case that the helper is missing.

    Why it matters
        The program then answers with its own stand-in: calls are not metered, answers are extracted by another
        rule than everyone else's, or the solver is never asked.

    Example
        .. code-block:: python

            def llm_model(prompt, exp_config):
                return "The answer is B"

    Use instead
        The helper as the runner provides it; another name for the program's own function.

    References
        Python language reference, 4.2.2: resolution of names.
    """

    meta = Meta("CGR105", "shadowed-helper", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(q):\n    return extract_answer(llm_model(q, {})), 'A', 1\n"),
        Valid("class A:\n    def llm_model(self, q):\n        return q\ndef solve(q):\n    return A().llm_model(q)\n"),
        Valid("def ask(llm_model, q):\n    return llm_model(q, {})\ndef solve(q):\n    return ask(llm_model, q)\n"),
        Valid("def ask(q, llm_model=llm_model):\n    return llm_model(q, {})\ndef solve(q):\n    return ask(q)\n"),
        Valid(
            "try:\n    llm_model\nexcept NameError:\n    def llm_model(p, c):\n        return 'A'\ndef solve(q): ...\n"
        ),
        Valid("if 'llm_model' not in globals():\n    def llm_model(p, c):\n        return 'A'\ndef solve(q): ...\n"),
        Valid("def unused():\n    llm_model = 1\ndef solve(q):\n    return llm_model(q, {})\n"),
        Valid("def solve(q):\n    q.llm_model = 1\n    return llm_model(q, llm_model=2)\n"),
        Valid("ask = llm_model\ndef solve(q):\n    return ask(q, {})\n"),
        Valid("if __name__ == '__main__':\n    llm_model = print\ndef solve(q):\n    return llm_model(q, {})\n"),
        Valid("def solve(q):\n    return globals()['llm_model'](q, {})\n"),
        Valid("def solve(q):\n    return globals().get(q)(q, {})\n"),
        Valid("globals()['ROUNDS'] = 3\nglobals().update(LIMIT=2)\ndef solve(q):\n    return llm_model(q, {})\n"),
        Valid(
            "def show(space):\n    space['shown'] = 1\nshow(globals())\ndef solve(q):\n    return llm_model(q, {})\n"
        ),
        Valid("def fill(d):\n    d['llm_model'] = 1\n    return d\ndef solve(q):\n    return fill({}), 'A', 1\n"),
        Valid("if 'llm_model' not in globals():\n    globals()['llm_model'] = print\ndef solve(q): ...\n"),
        Valid("def solve(q):\n    locals()['llm_model'] = 1\n    return llm_model(q, {})\n"),
    )
    INVALID = (
        Invalid("if __name__ != '__main__':\n    llm_model = print\ndef solve(q):\n    return q\n", at=("2:5-2:14",)),
        Invalid(
            "if __name__ == '__main__':\n    pass\nelse:\n    def llm_model(p, c):\n        return 'A'\n"
            "def solve(q):\n    return llm_model(q, {})\n",
            at=("4:9-4:18",),
        ),
        Invalid(
            "def swap(space):\n    space['llm_model'] = print\nswap(globals())\ndef solve(q):\n    return q\n",
            at=("2:5-2:23",),
        ),
        Invalid(
            "def swap(how, *, into):\n    into.update(extract_answer=how)\ndef solve(q):\n"
            "    swap(print, into=globals())\n    return extract_answer(q)\n",
            at=("2:5-2:36",),
        ),
        Invalid("def llm_model(p, c):\n    return 'A'\ndef solve(q):\n    return llm_model(q, {})\n", at=("1:5-1:14",)),
        Invalid("from helpers import llm_model\ndef solve(q):\n    return llm_model(q, {})\n", at=("1:21-1:30",)),
        Invalid("import re as extract_answer\ndef solve(q):\n    return q\n", at=("1:8-1:28",)),
        Invalid("def solve(q):\n    extract_answer = lambda r: r[0]\n    return extract_answer(q)\n", at=("2:5-2:19",)),
        Invalid("def solve(q, llm_model=print):\n    return llm_model(q, {})\n", at=("1:14-1:23",)),
        Invalid("def solve(q):\n    for llm_model in q:\n        pass\n", at=("2:9-2:18",)),
        Invalid("def solve(q):\n    global llm_model\n    llm_model = None\n", at=("3:5-3:14",)),
        Invalid("del llm_model\ndef solve(q):\n    return q\n", at=("1:5-1:14",)),
        Invalid(
            "def ask(llm_model):\n    return llm_model('?', {})\ndef solve(q):\n    return ask(print)\n",
            at=("1:9-1:18",),
        ),
        Invalid("class LLMAgentBase: pass\ndef forward(self, taskInfo): pass\n", contract="adas", at=("1:7-1:19",)),
        Invalid(
            "old = llm_model\ndef llm_model(p, c):\n    return old(p, c)\ndef solve(q):\n    return llm_model(q, {})\n",
            at=("2:5-2:14",),
        ),
        Invalid(
            'globals()["extract_answer"] = lambda r: "B"\ndef solve(q):\n    return llm_model(q, {})\n',
            at=("1:1-1:28",),
        ),
        Invalid("locals()['llm_model'] = print\ndef solve(q):\n    return llm_model(q, {})\n", at=("1:1-1:22",)),
        Invalid(
            "g = globals()\ng['llm_' + 'model'] = print\ndef solve(q):\n    return llm_model(q, {})\n", at=("2:1-2:20",)
        ),
        Invalid(
            "globals().update(extract_answer=print)\ndef solve(q):\n    return llm_model(q, {})\n", at=("1:1-1:39",)
        ),
        Invalid(
            "globals().update({'llm_model': print})\ndef solve(q):\n    return llm_model(q, {})\n", at=("1:1-1:39",)
        ),
        Invalid(
            "globals().__setitem__('llm_model', print)\ndef solve(q):\n    return llm_model(q, {})\n", at=("1:1-1:42",)
        ),
        Invalid(
            "import sys\nsetattr(sys.modules[__name__], 'llm_model', print)\ndef solve(q):\n    return q\n",
            at=("2:1-2:51",),
        ),
        Invalid(
            "import sys\nsys.modules[__name__].llm_model = print\ndef solve(q):\n    return llm_model(q, {})\n",
            at=("2:1-2:32",),
        ),
        Invalid(
            "def swap(name):\n    globals()[name] = print\ndef solve(q):\n    return llm_model(q, {})\n",
            at=("2:5-2:20",),
        ),
        Invalid("del globals()['llm_model']\ndef solve(q):\n    return llm_model(q, {})\n", at=("1:5-1:27",)),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield one finding for each helper whose name the program gives another meaning."""
        helpers = context.facts.provided_helpers
        shadowing: dict[str, list[tuple[Span, str]]] = defaultdict(list)
        for scope in context.facts.scopes.of_node.values():
            for name in scope.bindings.keys() & (helpers.names.keys() | helpers.factories):
                if not scope.is_class and _is_seen(context, scope):
                    bindings = [one for one in scope.bindings[name] if not _is_harmless(context, scope, one)]
                    shadowing[name] += [(_span(context, one), _HOW.get(one.kind, "assigned")) for one in bindings]
        for store in context.facts.namespace_stores:
            span = context.span(store.node)
            if store.name is None:
                yield context.finding(self, span, "a store under a computed name may replace a helper")
                continue
            is_helper = store.name in helpers.names or store.name in helpers.factories
            if is_helper and not _is_stand_in(context, store.node, store.name):
                shadowing[store.name].append((span, "replaced through the module's names"))
        for name, found in sorted(shadowing.items()):
            places = sorted(set(found))
            if places:
                evidence = [(span, f"here it is {how}") for span, how in places[1:]]
                yield context.finding(self, places[0][0], f"the helper {name} is {places[0][1]}", evidence)


def _span(context: Context, binding: Binding) -> Span:
    return name_span(context, binding.node) if isinstance(binding.node, _Definition) else context.span(binding.node)


def _is_seen(context: Context, scope: Scope) -> bool:
    """Whether the module's body or the entry may run code in this scope."""
    if context.facts.entry is None or scope.is_module:
        return True
    around: Scope | None = scope
    while around is not None:
        if isinstance(around.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            return around.node in context.facts.solver_calls.reachable
        around = around.parent
    return True


def _is_harmless(context: Context, scope: Scope, binding: Binding) -> bool:
    if context.facts.provided_helpers.is_provided(binding) or _is_stand_in(context, binding.node, binding.name):
        return True
    if binding.kind is not BindingKind.PARAMETER or not isinstance(binding.node, ast.arg):
        return False
    is_entry = context.facts.entry is not None and scope.node is context.facts.entry.node
    if is_entry:
        return binding.node in _required(scope.node)  # a parameter that cannot be given is CGR102
    return _is_given_the_helper(context, scope, binding.node)


def _is_given_the_helper(context: Context, scope: Scope, parameter: ast.arg) -> bool:
    """Whether every call of a function, and the default, give a parameter the helper of its own name."""
    function = scope.node
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        return False
    calls = [
        call
        for call in context.facts.index.of(ast.Call)
        if function in context.facts.call_graph.targets(call).functions
    ]
    given = [_default_of(function, parameter)]
    for call in calls:
        offset = int(isinstance(call.func, ast.Attribute))
        given += [argument for argument, met in bind_arguments(call, function, offset) if met is parameter]
    resolve = context.facts.provided_helpers.resolve
    return bool(calls) and all(one is None or resolve(one) == parameter.arg for one in given)


def _default_of(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, parameter: ast.arg) -> ast.expr | None:
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = dict(zip(reversed(positional), reversed(arguments.defaults), strict=False))
    return defaults.get(parameter) or dict(zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)).get(parameter)


def _required(function: ast.AST) -> list[ast.arg]:
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        return []
    every = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    return [parameter for parameter in every if _default_of(function, parameter) is None]


def _is_stand_in(context: Context, node: ast.AST, name: str) -> bool:
    """Whether a name is bound only where the helper is missing, or where the runner never comes."""
    is_script = context.contract.entry.kind is EntryKind.SCRIPT
    module_name = {"__name__": "__main__" if is_script else "program"}
    for around in context.facts.index.ancestors(node):
        if isinstance(around, ast.If):
            if node in around.body and _asks_for_absence(around.test, name):
                return True
            truth = known_truth(around.test, module_name, context.facts.constants)
            if truth is not None and node in (around.orelse if truth else around.body):
                return True
        if isinstance(around, ast.Try) and node in around.handlers:
            return _only_mentions(around.body, name) and _catches_name_error(node)
        node = around
    return False


def _asks_for_absence(test: ast.expr, name: str) -> bool:
    """``'name' not in globals()``."""
    match test:
        case ast.Compare(
            left=ast.Constant(value=str(asked)), ops=[ast.NotIn()], comparators=[ast.Call(func=ast.Name(id=where))]
        ):
            return asked == name and where in {"globals", "dir", "locals", "vars"}
    return False


def _only_mentions(body: list[ast.stmt], name: str) -> bool:
    match body:
        case [ast.Expr(value=ast.Name(id=mentioned))]:
            return mentioned == name
    return False


def _catches_name_error(handler: ast.AST) -> bool:
    return (
        isinstance(handler, ast.ExceptHandler) and isinstance(handler.type, ast.Name) and handler.type.id == "NameError"
    )

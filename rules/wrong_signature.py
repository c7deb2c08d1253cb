"""CGR102: the entry cannot be called with what the runner has."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.entry import EntryPoint
from cgr_audit.analysis.expression_text import text_of
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import name_span
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.contract import ArgumentStyle, EntryKind

_KEEP_SIGNATURE = frozenset({"cache", "lru_cache", "wraps", "no_type_check", "final", "override", "deprecated"})


class WrongSignature(Rule):
    """The entry cannot be called with the contract's arguments.

    What it does
        Reports parameters that must be given and that the contract does not offer, and an entry of kind
        ``method`` that cannot take ``self``. Defaults, ``*args``, ``**kwargs``, positional-only and keyword-only
        parameters are fine. Where the arguments are an expression per row, nothing is known of their number.

    Why it matters
        The call raises ``TypeError`` before the program's first line, and the row has no answer.

    Example
        .. code-block:: python

            def solve(question, options, context):
                ...

    Use instead
        Parameters that the contract names, each with a default or none; an item-specific program may take none.

    References
        Python language reference, 6.3.4: calls.
    """

    meta = Meta("CGR102", "wrong-signature", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve():\n    return 'A', 'A', 1\n"),
        Valid("def solve(item, question, options, exp_config):\n    return 'A', 'A', 1\n"),
        Valid("def solve(question, /, *args, options, tries=3, **rest):\n    return 'A', 'A', 1\n"),
        Valid("def f(a, b, *, c):\n    return a\n", contract="function"),
        Valid("def forward(self, taskInfo, rounds=2):\n    return taskInfo\n", contract="adas"),
        Valid("def forward(*args):\n    return args\n", contract="adas"),
        Valid(
            "import functools\ndef fill(f):\n    @functools.wraps(f)\n    def inner(*a, **k):\n"
            "        return f(*a, context='', **k)\n    return inner\n"
            "@fill\ndef solve(context):\n    return 'A', 'A', 1\n"
        ),
        Valid("@wrap_it\ndef solve(context):\n    return 'A', 'A', 1\n"),
        Valid("ans = 1\n", contract="pot"),
    )
    INVALID = (
        Invalid("def other(x):\n    return x\ndef solve(q):\n    return q\nsolve = other\n", at=("1:11-1:12",)),
        Invalid("def solve(question, context):\n    return 'A', 'A', 1\n", at=("1:21-1:28",)),
        Invalid("def solve(q, *, hint: str, k=1):\n    return 'A', 'A', 1\n", at=("1:11-1:12",)),
        Invalid("def solve(topic, /):\n    return 'A', 'A', 1\n", at=("1:11-1:16",)),
        Invalid("import functools\n@functools.cache\ndef solve(q):\n    return 1\n", at=("3:11-3:12",)),
        Invalid(
            "from functools import wraps\ndef timed(f):\n    @wraps(f)\n    def inner(*a, **k):\n"
            "        return f(*a, **k)\n    return inner\n@timed\ndef solve(q, *, context):\n    return 'A', 'A', 1\n",
            at=("8:11-8:12",),
        ),
        Invalid("def forward(self, task):\n    return task\n", contract="adas", at=("1:19-1:23",)),
        Invalid("def forward():\n    return 1\n", contract="adas", at=("1:5-1:12",)),
        Invalid("def forward(*, self):\n    return 1\n", contract="adas", at=("1:5-1:12",)),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield one finding where the entry cannot be called."""
        entry = context.facts.entry
        if entry is None or context.contract.entry.arguments is not ArgumentStyle.NAMED or entry.is_wrapped:
            return
        if _is_changed(entry, context):
            return
        arguments = entry.node.args
        required = [*_without_defaults(arguments), *_keyword_only(arguments)]
        if context.contract.entry.kind is EntryKind.METHOD:
            positional = [*arguments.posonlyargs, *arguments.args]
            if not positional and arguments.vararg is None:
                message = f"{entry.name} takes no positional parameter that could be self"
                yield context.finding(self, name_span(context, entry.node), message)
                return
            required = [parameter for parameter in required if parameter not in positional[:1]]
        offered = context.contract.entry.parameters
        missing = [parameter for parameter in required if parameter.arg not in offered]
        if missing:
            names = ", ".join(parameter.arg for parameter in missing)
            message = f"{entry.name} must be given {names}; the contract offers {', '.join(offered) or 'nothing'}"
            yield context.finding(self, missing[0], message, [(other, "this one too") for other in missing[1:]])


def _without_defaults(arguments: ast.arguments) -> list[ast.arg]:
    positional = [*arguments.posonlyargs, *arguments.args]
    return positional[: len(positional) - len(arguments.defaults)]


def _keyword_only(arguments: ast.arguments) -> list[ast.arg]:
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return [parameter for parameter, default in pairs if default is None]


def _is_changed(entry: EntryPoint, context: Context) -> bool:
    """Whether a decorator that is not known to keep the signature stands on the entry."""
    for decorator in entry.node.decorator_list:
        function = decorator.func if isinstance(decorator, ast.Call) else decorator
        is_known = text_of(function).rpartition(".")[2] in _KEEP_SIGNATURE
        if not is_known and not _hands_everything_on(function, context):
            return True
    return False


def _hands_everything_on(decorator: ast.expr, context: Context) -> bool:
    """Whether a decorator of the program wraps a function with ``functools.wraps`` and gives it all its arguments."""
    found = context.facts.scopes.module.bindings.get(getattr(decorator, "id", ""), [])
    definition = found[0].node if len(found) == 1 else None
    if not isinstance(definition, ast.FunctionDef):
        return False
    wrappers: list[tuple[ast.FunctionDef, str]] = []
    inside = [node for node in ast.walk(definition) if isinstance(node, ast.FunctionDef)]
    for inner in inside:
        for wraps in inner.decorator_list:
            match wraps:
                case ast.Call(func=maker, args=[ast.Name(id=wrapped)]):
                    if context.facts.scopes.qualified_name(maker) == "functools.wraps":
                        wrappers.append((inner, wrapped))
    return len(wrappers) == 1 and _is_transparent(*wrappers[0])


def _is_transparent(wrapper: ast.FunctionDef, wrapped: str) -> bool:
    """Whether a function of ``*`` and ``**`` alone calls another, and only with all that it was given."""
    arguments = wrapper.args
    if arguments.posonlyargs or arguments.args or arguments.kwonlyargs:
        return False
    calls = [
        node
        for node in ast.walk(wrapper)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == wrapped
    ]
    return bool(calls) and all(_gives_all(call, arguments) for call in calls)


def _gives_all(call: ast.Call, arguments: ast.arguments) -> bool:
    """``function(*arguments, **named)``."""
    if arguments.vararg is None or arguments.kwarg is None:
        return False
    given = [text_of(part) for part in call.args] + [f"{one.arg}:{text_of(one.value)}" for one in call.keywords]
    return given == [f"*{arguments.vararg.arg}", f"None:{arguments.kwarg.arg}"]

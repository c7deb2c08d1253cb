"""CGR106: a helper is called with arguments that it does not take."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from cgr_audit.analysis.calls.signature import Signature, wrong_arguments
from cgr_audit.analysis.interpreter.values import AbstractValue, External, Partial
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.helper_signature import HelperSignature


class BadHelperCall(Rule):
    """A helper is called with arguments that it does not take.

    What it does
        Reports calls of the runner's helpers, also through another name, with too many, too few, unknown or
        doubled arguments. A parameter to which the contract gives a default may be left out. ``*args`` and
        ``**kwargs`` may hold anything: what depends on them is not reported.

    Why it matters
        The call raises ``TypeError``. In a ``try`` with a broad handler the solver is then never asked, and what
        looks like an answer is the fallback.

    Example
        .. code-block:: python

            reply = llm_model(prompt, exp_config, temperature=0.9)

    Use instead
        ``llm_model(prompt, exp_config)`` and ``extract_answer(response)``; settings go into ``exp_config``.

    References
        Python language reference, 6.3.4: calls.
    """

    meta = Meta("CGR106", "bad-helper-call", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(q):\n    return extract_answer(llm_model(q, {})), 'A', 1\n"),
        Valid("def solve(q):\n    return extract_answer(response=llm_model(exp_config={}, prompt=q)), 'A', 1\n"),
        Valid("def solve(*a, **k):\n    return llm_model(*a), llm_model(**k), llm_model('?', *a, **k)\n"),
        Valid("def llm_model(q):\n    return q\ndef solve(q):\n    return llm_model(q)\n"),
        Valid("def solve(q):\n    return list(map(llm_model, q, q)), list(map(extract_answer, q)), 1\n"),
        Valid(
            "from functools import partial\ndef solve(q):\n    ask = partial(llm_model, exp_config={})\n"
            "    return ask(q), ask(prompt=q), ask(q, exp_config=1)\n"
        ),
        Valid(
            "def solve(q):\n    named = {'prompt': q}\n    named['exp_config'] = {}\n    return llm_model(**named)\n"
        ),
        Valid("def solve(q):\n    return llm_model(**{'prompt': q}, **{'exp_config': {}})\n"),
        Valid("def solve(q):\n    call = [q]\n    call.append({})\n    return llm_model(*call), llm_model(*[q, {}])\n"),
        Valid("def ask(f, q):\n    return f(q)\ndef solve(q):\n    return ask(print, q), ask(llm_model, q)\n"),
        Valid(
            "def forward(self, taskInfo):\n    return LLMAgentBase(['a'], 'b', 1, c=2)([taskInfo])\n", contract="adas"
        ),
    )
    INVALID = (
        Invalid("def solve(q):\n    return llm_model(q)\n", at=("2:12-2:24",)),
        Invalid("def solve(q):\n    return llm_model()\n", at=("2:12-2:23",)),
        Invalid("def solve(q):\n    return llm_model(q, {}, 0.9)\n", at=("2:29-2:32",)),
        Invalid("def solve(q):\n    return llm_model(q, {}, temperature=0.9)\n", at=("2:29-2:44",)),
        Invalid("def solve(q):\n    return llm_model(q, {}, prompt=q)\n", at=("2:29-2:37",)),
        Invalid("def solve(q, *a):\n    return llm_model(*a, config=q)\n", at=("2:26-2:34",)),
        Invalid("def solve(q):\n    return extract_answer(q, 'ABCD'), 'A', 1\n", at=("2:30-2:36",)),
        Invalid("def solve(q):\n    return llm_model(**{'prompt': q, 'settings': {}})\n", at=("2:12-2:54",)),
        Invalid("def solve(q):\n    named = {'prompt': q}\n    return llm_model(**named)\n", at=("3:12-3:30",)),
        Invalid(
            "def solve(q):\n    named = dict(prompt=q, top_p=1)\n    return llm_model(**named)\n", at=("3:12-3:30",)
        ),
        Invalid("def solve(q):\n    call = [q, {}, 0.7]\n    return llm_model(*call)\n", at=("3:12-3:28",)),
        Invalid("ask = llm_model\ndef solve(q):\n    return ask(q)\n", at=("3:12-3:18",)),
        Invalid("def solve(q):\n    ask, n = llm_model, 1\n    return ask(q)\n", at=("3:12-3:18",)),
        Invalid("def solve(q):\n    return list(map(llm_model, q))\n", at=("2:17-2:34",)),
        Invalid(
            "from functools import partial\ndef solve(q):\n    ask = partial(llm_model, config=1)\n    return ask(q)\n",
            at=("4:12-4:18",),
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield one finding for each such call."""
        helpers = context.facts.provided_helpers
        for call in context.facts.index.of(ast.Call):
            name, given, keywords = _helper_call(context, call)
            if name is None or name not in helpers.names:
                continue
            signature = _signature(helpers.names[name])
            faults = list(wrong_arguments(call, _spread(context, given), _named(context, keywords), signature))
            if faults:
                takes = f"{name}({helpers.names[name].text})"
                evidence = [(where, said) for where, said in faults[1:]]
                yield context.finding(self, faults[0][0], f"{takes}: {faults[0][1]}", evidence)


def _helper_call(context: Context, call: ast.Call) -> tuple[str | None, Sequence[ast.expr], Sequence[ast.keyword]]:
    """The helper that is certainly called, with all the arguments that it gets."""
    facts = context.facts
    is_map = isinstance(call.func, ast.Name) and facts.scopes.qualified_name(call.func) == "builtins.map"
    if is_map and call.args:
        return facts.provided_helpers.resolve(call.args[0]), call.args[1:], ()
    name = facts.provided_helpers.resolve(call.func)
    if name is not None:
        return name, call.args, call.keywords
    match [item.payload for item in facts.provenance.calls.called.get(call, {}).values()]:
        case [External(helper=name)] if name and not _is_parameter(context, call.func):
            return name, call.args, call.keywords
        case [Partial(function=AbstractValue(payload=External(helper=name)), positional=positional, named=named)] if (
            name
        ):
            later = {keyword.arg for keyword in call.keywords}
            kept = [ast.keyword(before, ast.Constant(None)) for before, _ in named if before not in later]
            return name, [*(ast.Constant(None) for _ in positional), *call.args], [*kept, *call.keywords]
    return None, (), ()


def _is_parameter(context: Context, callee: ast.expr) -> bool:
    return isinstance(callee, ast.Name) and context.facts.provided_helpers.is_parameter(callee)


def _spread(context: Context, given: Sequence[ast.expr]) -> list[ast.expr]:
    """The arguments, with the elements of a starred display, or of a variable that holds one, in its place."""
    found: list[ast.expr] = []
    for argument in given:
        elements = _elements(context, argument.value) if isinstance(argument, ast.Starred) else None
        found += [argument] if elements is None else elements
    return found


def _named(context: Context, keywords: Sequence[ast.keyword]) -> list[ast.keyword]:
    """The keywords, with the entries of a dictionary that is written down in place of ``**`` before it."""
    found: list[ast.keyword] = []
    for keyword in keywords:
        entries = _held_display(context, keyword.value, ast.keyword) if keyword.arg is None else None
        match entries:
            case ast.Dict(keys=keys, values=values):
                names = [key.value if isinstance(key, ast.Constant) else None for key in keys]
                known = all(isinstance(name, str) for name in names)
                found += (
                    [ast.keyword(str(name), value) for name, value in zip(names, values, strict=True)]
                    if known
                    else [keyword]
                )
            case ast.Call(func=ast.Name(id="dict"), args=[], keywords=given) if all(one.arg for one in given):
                found += given
            case _:
                found.append(keyword)
    return found


def _elements(context: Context, expression: ast.expr) -> list[ast.expr] | None:
    """The elements of a display that nothing changes; nothing if they are not certain."""
    held = _held_display(context, expression, ast.Starred)
    if not isinstance(held, ast.List | ast.Tuple):
        return None
    return None if any(isinstance(part, ast.Starred) for part in held.elts) else held.elts


def _held_display(context: Context, expression: ast.expr, spread: type[ast.AST]) -> ast.expr | None:
    """What a variable is worth that is bound once and only spread into calls; another expression itself."""
    if not isinstance(expression, ast.Name):
        return expression
    scope = context.facts.scopes.used_in.get(expression, context.facts.scopes.module)
    found = scope.lookup(expression.id)
    values = [binding.value for binding in found[1]] if found is not None else []
    loads = [name for name in context.facts.index.of(ast.Name) if name.id == expression.id]
    only_read = all(isinstance(context.facts.index.parent(name), spread | ast.Assign) for name in loads)
    if len(values) != 1 or not only_read or isinstance(values[0], ast.Name):
        return None
    return values[0]


def _signature(helper: HelperSignature) -> Signature:
    return Signature(helper.positional, frozenset(helper.names), helper.required)

"""CGR505: a coroutine that nobody awaits."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import name_span
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class AsyncMismatch(Rule):
    """A coroutine is made and never awaited, or the entry is asynchronous where the contract is not.

    What it does
        Reports calls of the program's own asynchronous functions whose coroutine is never awaited: thrown away, used
        as if it were the result, or kept in a variable that nothing awaits; also where a ``partial`` or a decorator
        of the program is in between. Handing it to ``asyncio.run``, ``gather`` and similar functions, returning it
        from a helper, or giving it to a function of the program is fine. Nothing awaits what the entry returns. An
        ``async def`` as the entry is reported at its name.

    Why it matters
        Calling an asynchronous function runs nothing. The runner gets a coroutine where it expects an answer, and the
        solver is never asked.

    Example
        .. code-block:: python

            async def ask(prompt):
                return llm_model(prompt, {})

            def solve(question):
                return extract_answer(ask(question)), "B", 3

    Use instead
        A plain function: a contract whose programs have no event loop forbids ``asyncio`` too.

    References
        Python language reference, 8.9: coroutine function definition.
    """

    meta = Meta("CGR505", "async-mismatch", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid(
            "import asyncio\nasync def ask(q):\n    return llm_model(q, {})\ndef solve(q):\n"
            "    return asyncio.run(ask(q)), 'A', 1\n"
        ),
        Valid(
            "import asyncio\nasync def ask(q):\n    return q\nasync def both(q):\n"
            "    return await asyncio.gather(ask(q), ask(q))\ndef solve(q):\n    return asyncio.run(both(q))\n"
        ),
        Valid(
            "import asyncio\nasync def ask(q):\n    return q\nasync def all(q):\n    tasks = [ask(w) for w in q]\n"
            "    return await asyncio.gather(*tasks)\ndef solve(q):\n    return asyncio.run(all(q))\n"
        ),
        Valid(
            "import asyncio\nasync def ask(q):\n    return q\ndef run(c):\n    return asyncio.run(c)\n"
            "def solve(q):\n    waiting = ask(q)\n    return run(waiting)\n"
        ),
        Valid(
            "import asyncio\nasync def ask(q):\n    return q\nasync def main(q):\n    made = []\n    for w in q:\n"
            "        made.append(ask(w))\n    return [await one for one in made]\n"
            "def solve(q):\n    return asyncio.run(main(q))\n"
        ),
        Valid("async def parts(q):\n    yield q\ndef solve(q):\n    parts(q)\n    return q\n"),
        Valid("def solve(q):\n    return q, 'A', 1\n"),
        Valid(
            "import asyncio\ndef run(f):\n    def inner(*a):\n        return asyncio.run(f(*a))\n    return inner\n"
            "@run\nasync def ask(q):\n    return q\ndef solve(q):\n    return ask(q), 'A', 1\n"
        ),
        Valid("@wrapped\nasync def solve(q):\n    return q, 'A', 1\n"),
        Valid("async def solve(q):\n    return q, 'A', 1\nsolve = run(solve)\n"),
    )
    INVALID = (
        Invalid(
            "def traced(f):\n    async def inner(*a):\n        return f(*a)\n    return inner\n@traced\ndef note(q):\n"
            "    print(q)\ndef solve(q):\n    note(q)\n    return q, 'A', 1\n",
            at=("9:5-9:12",),
        ),
        Invalid(
            "import functools\nasync def ask(q, end):\n    return q\ndef solve(q):\n"
            "    short = functools.partial(ask, end='')\n    return str(short(q)), 'A', 1\n",
            at=("6:16-6:24",),
        ),
        Invalid(
            "def traced(f):\n    async def inner(*a):\n        return f(*a)\n    return inner\n@traced\ndef solve(q):\n"
            "    return q, 'A', 1\n",
            at=("6:5-6:10",),
        ),
        Invalid("async def solve(q):\n    return q, 'A', 1\n", at=("1:11-1:16",)),
        Invalid(
            "async def ask(q):\n    return llm_model(q, {})\ndef solve(q):\n    ask(q)\n    return q, 'A', 1\n",
            at=("4:5-4:11",),
        ),
        Invalid(
            "async def ask(q):\n    return llm_model(q, {})\ndef solve(q):\n"
            "    return extract_answer(ask(q)), 'A', 1\n",
            at=("4:27-4:33",),
        ),
        Invalid(
            "async def ask(q):\n    return q\ndef solve(q):\n    reply = ask(q)\n    return reply.strip(), 'A', 1\n",
            at=("4:13-4:19",),
        ),
        Invalid(
            "async def ask(q):\n    return q\ndef solve(q):\n    if ask(q) == 'A':\n        return q\n    return 'B'\n",
            at=("4:8-4:14",),
        ),
        Invalid(
            "async def ask(q):\n    return q\ndef solve(q):\n    replies = [ask(w) for w in q]\n"
            "    return f'{replies[0]}', 'A', 1\n",
            at=("4:16-4:22",),
        ),
        Invalid("async def ask(q):\n    return q, 'A', 1\ndef solve(q):\n    return ask(q)\n", at=("4:12-4:18",)),
        Invalid(
            "async def ask(q):\n    return q\ndef solve(q):\n    a = ask(q)\n    return a, 'A', 1\n", at=("4:9-4:15",)
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for an asynchronous entry, and for each coroutine that nobody awaits."""
        entry = context.facts.entry
        node = None if entry is None else entry.node
        is_async = isinstance(node, ast.AsyncFunctionDef) and not node.decorator_list
        is_async = is_async or (node is not None and context.facts.coroutines.is_asynchronous(node))
        if node is not None and is_async and self._is_final(context, node):
            yield context.finding(self, name_span(context, node), "the entry is asynchronous: calling it runs nothing")
        for call in context.facts.coroutines.never_awaited():
            yield context.finding(self, call, "this makes a coroutine that is never awaited")

    def _is_final(self, context: Context, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        """Whether the entry's name still means the function when the runner calls it."""
        bindings = context.facts.scopes.module.bindings.get(node.name, [])
        return bool(bindings) and bindings[-1].node is node

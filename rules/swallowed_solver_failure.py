"""CGR501: a failed solver call is hidden by a broad handler."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import header_span
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.positions import Span


class SwallowedSolverFailure(Rule):
    """A broad handler hides a failed solver call.

    What it does
        Reports each bare ``except``, each handler of ``Exception`` or ``BaseException``, ``contextlib.suppress`` of
        them, and a context manager of the program whose ``__exit__`` returns true, that keeps the failure of a solver
        call, made directly or through functions of the program, from leaving the function. So does a ``return``,
        ``break`` or ``continue`` that leaves a ``finally``. A handler that raises again hides nothing, and neither does
        one that tries again and raises when that fails too, in itself or after a number of rounds. Handlers of
        particular exceptions are not reported.

    Why it matters
        The harness books a failed call as a failure and can repeat the run. A program that hides it gives a guess, or
        a vote that is missing, and the row counts as an answer of the solver.

    Example
        .. code-block:: python

            try:
                reply = llm_model(question, exp_config)
            except Exception:
                return "C", "C", 4

    Use instead
        No handler, one that names the exceptions it can do something about, or ``raise`` after the last attempt.

    References
        Python tutorial, 8.3: ``except Exception`` should print or log and then raise again.
    """

    meta = Meta("CGR501", "swallowed-solver-failure", Severity.WARNING, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(q):\n    try:\n        return extract_answer(llm_model(q, {})), 'A', 1\n"
              "    except Exception as error:\n        print(error)\n        raise\n"),
        Valid("def solve(q):\n    try:\n        a = llm_model(q, {})\n    except TimeoutError:\n        a = 'X'\n"
              "    return a, 'A', 1\n"),
        Valid("def solve(q):\n    for n in range(3):\n        try:\n            return llm_model(q, {}), 'A', 1\n"
              "        except Exception:\n            if n == 2:\n                raise\n"),
        Valid("def solve(q):\n    last = None\n    for _ in range(3):\n        try:\n"
              "            return llm_model(q, {}), 'A', 1\n        except Exception as error:\n"
              "            last = error\n    raise RuntimeError('no reply') from last\n"),
        Valid("def solve(q):\n    reply = None\n    for _ in range(3):\n        try:\n"
              "            reply = llm_model(q, {})\n"
              "            break\n        except Exception:\n            continue\n    if reply is None:\n"
              "        raise RuntimeError(q)\n    return reply, 'A', 1\n"),
        Valid("def solve(q):\n    try:\n        a = llm_model(q, {})\n    except Exception:\n"
              "        a = llm_model(q, {})\n"
              "    return a, 'A', 1\n"),
        Valid("def ask(q, n):\n    if n == 0:\n        raise RuntimeError(q)\n    try:\n"
              "        return llm_model(q, {})\n"
              "    except Exception:\n        return ask(q, n - 1)\ndef solve(q):\n    return ask(q, 3), 'A', 1\n"),
        Valid("def solve(q):\n    tries = 0\n    while True:\n        try:\n"
              "            return llm_model(q, {}), 'A', 1\n"
              "        except Exception:\n            tries += 1\n            if tries > 2:\n                raise\n"),
        Valid("def solve(q):\n    reply = llm_model(q, {})\n    try:\n        n = int(reply)\n    except Exception:\n"
              "        n = 0\n    return 'ABCD'[n], 'A', 1\n"),
        Valid("def solve(q):\n    try:\n        return llm_model(q, {}), 'A', 1\n    finally:\n"
              "        for word in q:\n            break\n"),
        Valid("def ask(q):\n    return llm_model(q, {})\ndef solve(q):\n    try:\n        f = ask\n"
              "    except Exception:\n        f = print\n    return f(q), 'A', 1\n"),
    )  # fmt: skip
    INVALID = (
        Invalid(
            "class Bench:\n    def __iter__(self):\n        yield llm_model('?', {})\n"
            "def solve(q):\n    try:\n        votes = list(Bench())\n    except Exception:\n        votes = ['A']\n"
            "    return votes[0], 'A', 1\n",
            at=("7:5-7:21",),
        ),
        Invalid("def solve(q):\n    try:\n        a = llm_model(q, {})\n    except Exception:\n        a = 'C'\n"
                "    return a, 'A', 1\n", at=("4:5-4:21",)),
        Invalid("def solve(q):\n    try:\n        a = llm_model(q, {})\n    except:\n        return 'X', 'A', 1\n"
                "    return a, 'A', 1\n", at=("4:5-4:11",)),
        Invalid("def ask(q):\n    return llm_model(q, {})\ndef solve(q):\n    try:\n        a = ask(q)\n"
                "    except (ValueError, Exception) as e:\n        print(e)\n        a = ''\n    return a, 'A', 1\n",
                at=("6:5-6:40",)),
        Invalid("def solve(q):\n    for _ in range(3):\n        try:\n            a = llm_model(q, {})\n"
                "        except Exception:\n            continue\n        return a, 'A', 1\n    return 'X', 'A', 1\n",
                at=("5:9-5:25",)),
        Invalid("from contextlib import suppress\ndef solve(q):\n    a = 'A'\n    with suppress(Exception):\n"
                "        a = llm_model(q, {})\n    return a, 'A', 1\n", at=("4:5-4:29",)),
        Invalid("class S:\n    def ask(self, q):\n        try:\n            return llm_model(q, {})\n"
                "        except BaseException:\n            return None\ndef solve(q):\n    try:\n"
                "        return S().ask(q), 'A', 1\n    except Exception:\n        return 'X', 'A', 1\n",
                at=("5:9-5:29",)),
        Invalid("def solve(q):\n    try:\n        a = llm_model(q, {})\n    except Exception as e:\n"
                "        if 'fatal' in str(e):\n            raise\n        a = 'X'\n    return a, 'A', 1\n",
                at=("4:5-4:26",)),
        Invalid("def solve(q):\n    try:\n        a = llm_model(q, {})\n    except Exception:\n        a = ''\n"
                "    b = llm_model(a + q, {})\n    return b, 'A', 1\n", at=("4:5-4:21",)),
        Invalid("def solve(q):\n    a = 'X'\n    try:\n        a = extract_answer(llm_model(q, {}))\n    finally:\n"
                "        return a, 'A', 1\n", at=("6:9-6:25",)),
        Invalid("def forward(self, taskInfo):\n    try:\n        return LLMAgentBase(['a'], 'x')([taskInfo], 'go')[0]\n"
                "    except Exception:\n        return 'A'\n", contract="adas", at=("4:5-4:21",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every handler that hides failed calls."""
        if not context.contract.solver.is_used:
            return
        for found in context.facts.swallowed_failures.find():
            evidence: list[tuple[ast.AST | Span, str]] = [(call, "this call may fail") for call in found.calls]
            yield context.finding(self, _head(context, found.node), "a failed solver call is hidden here", evidence)


def _head(context: Context, node: ast.AST) -> Span:
    """The first line of a handler, without its colon; other statements up to theirs."""
    if not isinstance(node, ast.ExceptHandler):
        return header_span(context, node)
    whole = context.span(node)
    if node.type is None:
        return Span(whole.line, whole.column, whole.line, whole.column + len("except"))
    caught = context.span(node.type)
    line = context.positions.lines[caught.end_line - 1]
    name = f" as {node.name}" if node.name else ""
    end = caught.end_column + (len(name) if line[caught.end_column - 1 :].startswith(name) else 0)
    return Span(whole.line, whole.column, caught.end_line, end)

"""Call bounds of hand-written programs: each is the number that a reader counts."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.queries.call_bound import BoundKind, CallBound
from cgr_audit.source.contract import load_contract

CASES: tuple[tuple[str, str], ...] = (
    (
        "1",
        """
def solve(question):
    return llm_model(question, {})
""",
    ),
    (
        "3",
        """
def solve(question):
    a = llm_model(question, {})
    b = llm_model(question, {})
    if a == b:
        return a
    return llm_model(question, {})
""",
    ),
    (
        "5",
        """
def solve(question):
    votes = []
    for _ in range(5):
        votes.append(llm_model(question, {}))
    return max(set(votes), key=votes.count), 'A', 1
""",
    ),
    (
        "options",
        """
def solve(question, options):
    for o in options:
        r = llm_model(o, {})
        if "yes" in r:
            return o, 'A', 1
    return 'X', 'A', 1
""",
    ),
    (
        "2 + options",
        """
def solve(item):
    plan = llm_model('plan', {})
    scores = [llm_model(o["text"], {}) for o in item["options"]]
    return llm_model(str(scores), {}), 'A', 1
""",
    ),
    (
        "1 + options",
        """
def solve(question, options):
    for o in options:
        r = llm_model(o, {})
        if "yes" in r:
            return llm_model(o, {}), 'A', 1
    return 'X', 'A', 1
""",
    ),
    (
        "min(3, options)",
        """
def solve(question, options):
    for o in options[:3]:
        llm_model(o, {})
    return 'X', 'A', 1
""",
    ),
    (
        "options*options",
        """
def solve(question, options):
    for o in options:
        for p in options:
            if o != p:
                llm_model(o, {})
    return 'X', 'A', 1
""",
    ),
    (
        "options*(options-1)/2",
        """
def solve(question, options):
    for i in range(len(options)):
        for j in range(i + 1, len(options)):
            llm_model(options[i], {})
    return 'X', 'A', 1
""",
    ),
    (
        "options*(options-1)/2",
        """
import itertools
def solve(question, options):
    for a, b in itertools.combinations(options, 2):
        llm_model(a, {})
    return 'X', 'A', 1
""",
    ),
    (
        "options*(options-1)/2",
        """
def solve(question, options):
    for i, a in enumerate(options):
        for b in options[i + 1:]:
            llm_model(a, {})
    return 'X', 'A', 1
""",
    ),
    (
        "3",
        """
def solve(question):
    tries = 0
    while tries < 3:
        r = llm_model(question, {})
        if extract_answer(r) != 'X':
            break
        tries += 1
    return r, 'A', 1
""",
    ),
    (
        "30",
        """
def solve(question):
    tries = 0
    while tries < 30:
        r = llm_model(question, {})
        if extract_answer(r) != 'X':
            break
        tries += 1
    return r, 'A', 1
""",
    ),
    (
        "unbounded",
        """
def solve(question):
    while True:
        r = llm_model(question, {})
        if extract_answer(r) != 'X':
            return r
""",
    ),
    (
        "3",
        """
def solve(question):
    n = 0
    while True:
        r = llm_model(question, {})
        n += 1
        if extract_answer(r) != 'X' or n >= 3:
            return r
""",
    ),
    (
        "unbounded",
        """
def solve(question):
    n = 0
    while n < 3:
        r = llm_model(question, {})
        if r:
            n += 1
    return n
""",
    ),
    (
        "unbounded",
        """
def solve(question):
    r = llm_model(question, {})
    for line in r.split("\\n"):
        llm_model(line, {})
    return n
""",
    ),
    (
        "5",
        """
def solve(question):
    r = llm_model(question, {})
    for line in r.split("\\n")[:4]:
        llm_model(line, {})
    return n
""",
    ),
    (
        "2",
        """
def solve(question):
    try:
        r = llm_model(question, {})
        return r
    except Exception:
        return llm_model(question, {})
""",
    ),
    (
        "3",
        """
def ask(q, tries=3):
    for _ in range(tries):
        try:
            return llm_model(q, {})
        except Exception:
            continue
    return "X"
def solve(question):
    return ask(question)
""",
    ),
    (
        "7",
        """
def ask(q, tries=3):
    for _ in range(tries):
        try:
            return llm_model(q, {})
        except Exception:
            continue
    return "X"
def solve(question):
    a = ask(question)
    return ask(a, tries=4)
""",
    ),
    (
        "4",
        """
def rec(q, depth):
    if depth == 0:
        return llm_model(q, {})
    r = llm_model(q, {})
    return rec(r, depth - 1)
def solve(question):
    return rec(question, 3)
""",
    ),
    (
        "15",
        """
def rec(q, depth):
    r = llm_model(q, {})
    if depth == 0:
        return r
    return rec(r, depth - 1) + rec(r, depth - 1)
def solve(question):
    return rec(question, 3)
""",
    ),
    (
        "unbounded",
        """
def rec(q):
    r = llm_model(q, {})
    if "yes" in r:
        return r
    return rec(r)
def solve(question):
    return rec(question)
""",
    ),
    (
        "options",
        """
def rec(opts):
    if not opts:
        return "X"
    r = llm_model(opts[0], {})
    if "yes" in r:
        return r
    return rec(opts[1:])
def solve(options):
    return rec(options)
""",
    ),
    (
        "5",
        """
N = 5
def solve(question):
    return [llm_model(question, {}) for _ in range(N)]
""",
    ),
    (
        "options",
        """
def solve(question, options):
    return sorted(options, key=lambda o: llm_model(o, {}))
""",
    ),
    (
        "options",
        """
def solve(question, options):
    return list(map(lambda o: llm_model(o, {}), options))
""",
    ),
    (
        "4",
        """
def solve(question):
    prompts = ["a", "b", "c"]
    prompts.append("d")
    return [llm_model(p, {}) for p in prompts]
""",
    ),
    (
        "3",
        """
def a(q): return llm_model(q, {})
def b(q): return llm_model(q, {}) + llm_model(q, {})
def solve(question):
    table = {"a": a, "b": b}
    k = llm_model(question, {})
    return table.get(k, a)(question)
""",
    ),
    (
        "6",
        """
class Agent:
    def __init__(self, role, rounds):
        self.role = role
        self.rounds = rounds
    def run(self, q):
        for _ in range(self.rounds):
            q = self.ask(q)
        return q
    def ask(self, q):
        return llm_model(self.role + q, {})
def solve(question):
    agents = [Agent("a", 2), Agent("b", 4)]
    for agent in agents:
        agent.run(question)
    return 1
""",
    ),
    (
        "unknown",
        """
def solve(question):
    f = globals()["llm_" + question]
    return f(question, {})
""",
    ),
    (
        "5",
        """
def solve(question):
    votes = []
    while len(votes) < 5:
        votes.append(llm_model(question, {}))
    return votes
""",
    ),
    (
        "options",
        """
def solve(question, options):
    left = list(options)
    while left:
        o = left.pop()
        llm_model(o, {})
    return 1
""",
    ),
    (
        "1 + max(0, options - 2)",
        """
def solve(question, options):
    left = list(options)
    while len(left) > 1:
        r = llm_model(question, {})
        left.remove(left[0])
    return 1
""",
    ),
    (
        "unbounded",
        """
def solve(question, options):
    left = list(options)
    while len(left) > 1:
        r = llm_model(question, {})
        left = [o for o in left if o not in r]
    return 1
""",
    ),
    (
        "0",
        """
def llm_model(p, c): return "A"
def solve(question):
    return llm_model(question, {})
""",
    ),
    (
        "5",
        """
def solve(question):
    for round in range(3):
        ans = llm_model(question, {})
        if round < 2:
            llm_model(ans, {})
    return ans
""",
    ),
    (
        "min(5, options)",
        """
def solve(question, options):
    for letter, o in zip("ABCDE", options):
        llm_model(o, {})
    return ans
""",
    ),
    (
        "3",
        """
import functools
def solve(question):
    ask = functools.partial(llm_model, exp_config={})
    for s in ("a", "b", "c"):
        ask(s)
""",
    ),
    (
        "9",
        """
def retry(n):
    def deco(f):
        def inner(*args, **kwargs):
            for _ in range(n):
                try:
                    return f(*args, **kwargs)
                except Exception:
                    pass
        return inner
    return deco
@retry(3)
def ask(q):
    return llm_model(q, {})
def solve(question):
    return [ask(question) for _ in range(3)]
""",
    ),
    (
        "4",
        """
def gen(q):
    for i in range(4):
        yield llm_model(q, {})
def solve(question):
    for r in gen(question):
        if r:
            return r
""",
    ),
    (
        "unbounded",
        """
def solve(question, exp_config):
    k = min(exp_config.get("k", 5), 3)
    for i in range(k):
        llm_model(question, {})
""",
    ),
    (
        "unbounded",
        """
def solve(question, exp_config):
    for i in range(exp_config["k"]):
        llm_model(question, {})
""",
    ),
    (
        "1 + 3*options",
        """
def solve(question, options):
    for o in options:
        for i in range(3):
            llm_model(question, {})
    return llm_model('', {})
""",
    ),
    (
        "options",
        """
def solve(question, options):
    n = 0
    while n < len(options):
        llm_model(options[n], {})
        n += 1
""",
    ),
    (
        "2",
        """
def solve(q):
    r = llm_model(q, {})
    return r if extract_answer(r) != "X" else llm_model(q, {})
""",
    ),
    (
        "3",
        """
def solve(q):
    a = llm_model(q, {}) or llm_model(q, {}) or llm_model(q, {})
    return a
""",
    ),
    (
        "1",
        """
def solve(q):
    if len(q) > 3:
        return llm_model(q, {})
    elif q:
        return llm_model(q + "?", {})
    return llm_model("!", {})
""",
    ),
    (
        "4",
        """
def solve(q):
    for _ in range(2):
        a = llm_model(q, {})
    else:
        b = llm_model(q, {})
        c = llm_model(q, {})
    return a
""",
    ),
    (
        "12",
        """
def solve(q):
    out = []
    for i in range(3):
        for j in range(4):
            out.append(llm_model(q, {}))
    return out
""",
    ),
    (
        "10",
        """
def solve(q):
    for i in range(4):
        for j in range(i + 1):
            llm_model(q, {})
    return 1
""",
    ),
    (
        "6",
        """
def solve(q):
    for i in range(10, 4, -1):
        llm_model(q, {})
""",
    ),
    (
        "4",
        """
def solve(q):
    for i in range(0, 10, 3):
        llm_model(q, {})
""",
    ),
    (
        "0",
        """
def solve(q):
    for i in range(5, 2):
        llm_model(q, {})
""",
    ),
    (
        "5",
        """
ROUNDS = 2
VOTES = ROUNDS * 2 + 1
def solve(q):
    return [llm_model(q, {}) for _ in range(VOTES)]
""",
    ),
    (
        "6",
        """
def solve(q, n=6):
    return [llm_model(q, {}) for _ in range(n)]
""",
    ),
    (
        "6",
        """
def helper(q, prompts):
    return [llm_model(p + q, {}) for p in prompts]
def solve(q):
    a = helper(q, ["x", "y"])
    b = helper(q, ["x", "y", "z", "w"])
    return a + b
""",
    ),
    (
        "3",
        """
def debate(pro, con, rounds):
    for _ in range(rounds):
        pro()
def solve(q):
    debate(lambda: llm_model(q, {}), lambda: llm_model(q, {}), rounds=3)
""",
    ),
    (
        "4",
        """
from functools import partial
def ask(role, q, n=1):
    for _ in range(n):
        r = llm_model(role + q, {})
    return r
def solve(q):
    critic = partial(ask, "critic", n=3)
    judge = partial(ask, "judge")
    return critic(q), judge(q)
""",
    ),
    (
        "options",
        """
def solve(q, options):
    scores = {o: llm_model(o, {}) for o in options}
    return max(scores, key=scores.get)
""",
    ),
    (
        "2*options",
        """
def solve(q, options):
    scores = {}
    for i, o in enumerate(options):
        scores[i] = llm_model(o, {})
    for k, v in scores.items():
        llm_model(v, {})
    return 1
""",
    ),
    (
        "2*options",
        """
def solve(item):
    opts = item.get("options", [])
    texts = [o["text"] for o in opts]
    pros = [llm_model(t, {}) for t in texts]
    cons = list(map(lambda t: llm_model(t, {}), texts))
    return pros
""",
    ),
    (
        "options*(options-1)",
        """
import itertools
def solve(q, options):
    for a, b in itertools.permutations(options, 2):
        llm_model(a + b, {})
""",
    ),
    (
        "options*options",
        """
def solve(q, options):
    return [llm_model(a + b, {}) for a in options for b in options]
""",
    ),
    (
        "options + options*(options-1)/2",
        """
from itertools import combinations
def solve(q, options):
    for o in options:
        llm_model(o, {})
    for pair in combinations(options, 2):
        llm_model(pair, {})
""",
    ),
    (
        "3*options",
        """
def solve(q, options):
    for o in options * 3:
        llm_model(o, {})
""",
    ),
    (
        "2",
        """
import random
def solve(q, options):
    for o in random.sample(options, 2):
        llm_model(o, {})
""",
    ),
    (
        "unbounded",
        """
import string
def solve(q, options):
    for letter in string.ascii_uppercase[:len(options)]:
        llm_model(letter, {})
""",
    ),
    (
        "max(3, options)",
        """
def solve(q, options):
    for i in range(max(3, len(options))):
        llm_model(q, {})
""",
    ),
    (
        "4",
        """
def solve(q, options):
    k = len(options)
    if k > 4:
        k = 4
    for i in range(k):
        llm_model(q, {})
""",
    ),
    (
        "5",
        """
def solve(q):
    k = int(llm_model(q, {}))
    if k > 4:
        k = 4
    for i in range(k):
        llm_model(q, {})
""",
    ),
    (
        "unbounded",
        """
def solve(q):
    k = int(llm_model(q, {}))
    for i in range(k):
        llm_model(q, {})
""",
    ),
    (
        "4",
        """
def solve(q):
    k = int(llm_model(q, {})) % 4
    for i in range(k):
        llm_model(q, {})
""",
    ),
    (
        "10",
        """
def solve(q):
    calls = 0
    while calls < 10:
        a = llm_model(q, {})
        calls += 1
        if a == "yes":
            continue
    return a
""",
    ),
    (
        "6",
        """
def solve(q):
    budget = 6
    while budget:
        llm_model(q, {})
        budget -= 1
""",
    ),
    (
        "unbounded",
        """
def solve(q):
    while llm_model(q, {}) != "done":
        pass
""",
    ),
    (
        "4",
        """
def solve(q):
    n = 0
    while (r := llm_model(q, {})) != "done" and n < 3:
        n += 1
    return r
""",
    ),
    (
        "7",
        """
def solve(q):
    queue = [("a", 0)]
    seen = 0
    while queue and seen < 7:
        item = queue.pop(0)
        seen += 1
        r = llm_model(q, {})
        for part in r.split():
            queue.append((part, 1))
""",
    ),
    (
        "unbounded",
        """
def solve(q):
    queue = [q]
    while queue:
        item = queue.pop()
        r = llm_model(item, {})
        if "split" in r:
            queue.append(r)
            queue.append(r)
""",
    ),
    (
        "3",
        """
def solve(q):
    for attempt in range(3):
        try:
            r = llm_model(q, {})
        except Exception:
            if attempt == 2:
                raise
            continue
        return r
""",
    ),
    (
        "4",
        """
def solve(q):
    try:
        a = llm_model(q, {})
        b = llm_model(q, {})
    except ValueError:
        a = llm_model(q, {})
    finally:
        c = llm_model(q, {})
    return a
""",
    ),
    (
        "2",
        """
class Solver:
    calls = 0
    def __call__(self, q):
        return llm_model(q, {})
def solve(q):
    s = Solver()
    return s(q), s(q)
""",
    ),
    (
        "3",
        """
from dataclasses import dataclass
@dataclass
class Config:
    rounds: int = 3
def solve(q):
    c = Config()
    for _ in range(c.rounds):
        llm_model(q, {})
""",
    ),
    (
        "2",
        """
def outer(q):
    count = 2
    def inner():
        for _ in range(count):
            llm_model(q, {})
    inner()
def solve(q):
    outer(q)
""",
    ),
    (
        "4",
        """
def solve(q):
    steps = [("plan", 1), ("solve", 2), ("check", 1)]
    for name, times in steps:
        for _ in range(times):
            llm_model(name, {})
""",
    ),
    (
        "4",
        """
def solve(q):
    config = {"votes": 3}
    r = [llm_model(q, {}) for _ in range(config["votes"])]
    return llm_model(str(r), {})
""",
    ),
    (
        "2",
        """
def solve(q):
    match q:
        case "a":
            return llm_model(q, {})
        case "b" | "c":
            llm_model(q, {})
            return llm_model(q, {})
        case _:
            return "X"
""",
    ),
    (
        "2",
        """
def solve(q):
    with open("x") as f:
        a = llm_model(q, {})
    assert a, llm_model(q, {})
    return a
""",
    ),
    (
        "11",
        """
def fib(n):
    if n < 2:
        return llm_model(str(n), {})
    llm_model(str(n), {})
    return fib(n - 1) + fib(n - 2)
def solve(q):
    return fib(4)[:0] + llm_model("a", {}) + llm_model("b", {})
""",
    ),
    (
        "1 + options",
        """
def ask(n, q):
    if n == 0:
        return llm_model(q, {})
    return llm_model(q, {}) + ask(n - 1, q)
def solve(q, options):
    return ask(len(options), q)
""",
    ),
    (
        "unbounded",
        """
def even(q):
    return odd(llm_model(q, {}))
def odd(q):
    if q == "stop":
        return q
    return even(q)
def solve(q):
    return even(q)
""",
    ),
    (
        "3",
        """
def even(q, n):
    if n <= 0:
        return q
    return odd(llm_model(q, {}), n - 1)
def odd(q, n):
    return even(q, n)
def solve(q):
    return even(q, 3)
""",
    ),
    (
        "1",
        """
WARM = llm_model("warm up", {})
def solve(q):
    return WARM
""",
    ),
    (
        "2",
        """
def solve(q, llm=llm_model):
    return llm(q, {}), llm(q, {})
""",
    ),
    (
        "2",
        """
_real = llm_model
def llm_model(prompt, config):
    return _real(prompt, config)
def solve(q):
    return llm_model(q, {}) + llm_model(q, {})
""",
    ),
    (
        "1",
        """
def solve(q):
    return eval("llm_model(q, {})")
""",
    ),
    (
        "1 + options",
        """
def solve(q, options):
    left = options[:]
    while len(left) > 0:
        left = left[1:]
        llm_model(q, {})
    return llm_model(q, {})
""",
    ),
    (
        "options - 1",
        """
def solve(q, options):
    best = options[0]
    for other in options[1:]:
        best = llm_model(best + other, {})
    return best
""",
    ),
    (
        "options - 1",
        """
from functools import reduce
def solve(q, options):
    return reduce(lambda a, b: llm_model(a + b, {}), options)
""",
    ),
    (
        "6",
        """
def agents():
    for role in ("a", "b", "c"):
        yield role
def solve(q):
    for role in agents():
        llm_model(role, {})
        llm_model(role, {})
""",
    ),
    (
        "9",
        """
def chain(q, depth=0):
    if depth > 2:
        return q
    a = llm_model(q, {})
    for _ in range(2):
        a = llm_model(a, {})
    return chain(a, depth + 1)
def solve(q):
    return chain(q)
""",
    ),
    (
        "3",
        """
def solve(q):
    answers = [llm_model(q, {}), llm_model(q, {})]
    if answers[0] != answers[1]:
        answers.append(llm_model(q, {}))
    return answers
""",
    ),
    (
        "unbounded",
        """
def solve(q):
    r = llm_model(q, {})
    import re
    for name in re.findall(r"\\w+", r):
        llm_model(name, {})
""",
    ),
    (
        "item",
        """
def solve(question):
    return [llm_model(w, {}) for w in question.split()]
""",
    ),
    (
        "2",
        """
def solve(q):
    r = llm_model(q, {})
    while True:
        if r:
            return r
        r = "x"
        return llm_model(q, {})
""",
    ),
    (
        "100",
        """
def solve(q):
    total = 0
    for i in range(100):
        total += len(llm_model(q, {}))
        if total > 50:
            break
    return total
""",
    ),
    (
        "51",
        """
def solve(q):
    n = 0
    for i in range(100):
        llm_model(q, {})
        n += 1
        if n > 50:
            break
    return n
""",
    ),
    (
        "3",
        """
async def ask(q):
    return llm_model(q, {})
async def main(q):
    import asyncio
    return await asyncio.gather(ask(q), ask(q), ask(q))
def solve(q):
    import asyncio
    return asyncio.run(main(q))
""",
    ),
    (
        "15",
        """
from collections import Counter
def solve(q):
    votes = Counter()
    for n in range(15):
        votes[extract_answer(llm_model(q, {}))] += 1
    return votes.most_common(1)[0][0]
""",
    ),
    (
        "3*options",
        """
def solve(q, options):
    score = {}
    for o in options:
        score[o] = 0
        for k in range(3):
            if llm_model(o, {}) == "yes":
                score[o] += 1
    return max(score, key=score.get)
""",
    ),
    (
        "options",
        """
def solve(q, options):
    best = options[0]
    llm_model(q, {})
    for other in options[1:]:
        reply = llm_model(other, {})
        if reply == other:
            best = other
        elif reply != best:
            return "X"
    return best
""",
    ),
    (
        "6",
        """
from collections import namedtuple
Team = namedtuple("Team", "name members")
TEAMS = (Team("cooks", ("a", "b")), Team("scientists", ("c", "d")))
def captain(team, q):
    views = [llm_model(member, {}) for member in team.members]
    return llm_model(team.name + str(views), {})
def solve(q):
    cooks, scientists = (captain(team, q) for team in TEAMS)
    return cooks
""",
    ),
    (
        "2",
        """
def solve(q):
    scope = {}
    exec(llm_model(q, {}), scope)
    scope["found"] = None
    return llm_model(str(scope.get("x")), {})
""",
    ),
    (
        "unknown",
        """
def solve(q):
    scope = {}
    scope["ask"] = llm_model
    exec(q, scope)
""",
    ),
)
"""The bound as text and the program."""


def bound_of(source: str, contract: str = "cgr") -> CallBound:
    return Facts(ast.parse(source), load_contract(contract)).call_bound


@pytest.mark.parametrize(("expected", "source"), CASES)
def test_the_bound_is_what_a_reader_counts(expected: str, source: str) -> None:
    bound = bound_of(source)
    assert bound.expression == expected


def test_a_bound_that_stops_growing_is_finite() -> None:
    bound = bound_of("def solve(q, options):\n    return [llm_model(o, {}) for o in options[:3]]\n")
    assert (bound.kind, bound.max, bound.expression) == (BoundKind.FINITE, 3, "min(3, options)")
    assert [bound.at(count) for count in (1, 2, 3, 9)] == [1, 2, 3, 3]


def test_a_bound_that_grows_with_the_options_has_no_maximum() -> None:
    bound = bound_of("def solve(q, options):\n    llm_model(q, {})\n    return [llm_model(o, {}) for o in options]\n")
    assert (bound.kind, bound.max, bound.expression) == (BoundKind.OPTIONS, None, "1 + options")
    assert bound.at(4) == 5


def test_an_unbounded_loop_is_named_with_the_call_it_repeats() -> None:
    bound = bound_of("def solve(q):\n    n = 1\n    while True:\n        llm_model(q, {})\n")
    assert bound.kind is BoundKind.UNBOUNDED
    assert bound.at(4) is None
    (reason,) = bound.reasons
    assert isinstance(reason.node, ast.While)
    assert isinstance(reason.site, ast.Call)
    assert (reason.node.lineno, reason.site.lineno) == (3, 4)


def test_what_cannot_be_followed_is_unknown_and_says_where() -> None:
    bound = bound_of("def solve(q):\n    ask = globals()[q]\n    return ask(q, {})\n")
    assert bound.kind is BoundKind.UNKNOWN
    assert [reason.node.lineno for reason in bound.reasons if isinstance(reason.node, ast.Call)] == [3]


def test_module_code_counts_once_before_the_entry() -> None:
    assert bound_of("def solve(q):\n    return llm_model(q, {})\n\nWARM = solve('x')\n").expression == "2"


def test_code_that_only_a_script_runs_does_not_count_for_a_function() -> None:
    source = "def solve(q):\n    return llm_model(q, {})\n\nif __name__ == '__main__':\n    solve('x')\n"
    assert bound_of(source).expression == "1"


def test_agents_are_counted_wherever_they_are_kept() -> None:
    source = """
def forward(self, taskInfo):
    agents = {name: LLMAgentBase(['answer'], name) for name in ('a', 'b', 'c')}
    judge = LLMAgentBase(['answer'], 'judge')
    answers = []
    for name, agent in agents.items():
        answers.extend(agent([taskInfo], 'Solve.'))
    first, *others = list(agents.values())
    first(answers, 'Again.')
    return judge(answers, 'Decide.')[0]
"""
    assert bound_of(source, "adas").expression == "5"


ENDLESS = "def gaps():\n    while True:\n        yield 1\n\n"
ASK = "llm_model(question, {})"
NINE = "[llm_model('x', {}) for _ in range(9)]"


@pytest.mark.parametrize(
    ("expected", "iterable"),
    [("unbounded", "gaps()"), ("12", 'zip(gaps(), "abcdefghijkl")'), ("12", "itertools.islice(gaps(), 12)")],
)
def test_a_generator_without_end_is_left_at_any_of_its_yields(expected: str, iterable: str) -> None:
    source = f"import itertools\n{ENDLESS}def solve(question):\n    for _ in {iterable}:\n        {ASK}\n"
    assert bound_of(source).expression == expected


def test_a_generator_that_raises_has_given_what_it_yielded() -> None:
    source = "def gaps():\n    yield 1\n    yield 2\n    raise ValueError\n\n"
    assert bound_of(f"{source}def solve(question):\n    for _ in gaps():\n        {ASK}\n").expression == "2"


@pytest.mark.parametrize("leaving", ["exit()", "quit()", "sys.exit()"])
def test_calls_count_where_the_process_ends_after_them(leaving: str) -> None:
    source = f"import sys\ndef solve(question):\n    for _ in range(40):\n        {ASK}\n    {leaving}\n"
    assert bound_of(source).expression == "40"


def test_raising_a_class_makes_an_instance_of_it() -> None:
    error = f"class Refused(Exception):\n    def __init__(self):\n        self.why = {NINE}\n"
    raising = f"def solve(question):\n    try:\n        raise Refused\n    except Refused:\n        return {ASK}\n"
    assert bound_of(f"{error}\n{raising}").expression == "10"


@pytest.mark.parametrize(
    ("definitions", "body"),
    [
        (f"class M(type):\n    def __call__(cls):\n        {NINE}\nclass A(metaclass=M):\n    pass\n", "A()"),
        (f"class A:\n    def __class_getitem__(cls, key):\n        {NINE}\n", "A[1]"),
        (f"class M(type):\n    def __instancecheck__(cls, one):\n        {NINE}\nclass A(metaclass=M):\n    pass\n",
         "isinstance(1, A)"),
        (f"class A:\n    @property\n    def x(self):\n        return 1\n    @x.setter\n    def x(self, given):\n"
         f"        {NINE}\n", "A().x = 3"),
        (f"class A:\n    @property\n    def x(self):\n        return 1\n    @x.deleter\n    def x(self):\n"
         f"        {NINE}\n", "del A().x"),
        (f"class A:\n    @property\n    def x(self):\n        return {NINE}\n",
         "match A():\n        case A(x=1):\n            pass"),
        (f"class A:\n    def get(self):\n        return {NINE}\n    x = property(get)\n", "A().x"),
        (f"def begin(self):\n    {NINE}\n", 'type("A", (), {"__init__": begin})()'),
        (f"import functools\n@functools.singledispatch\ndef ask(one):\n    return 1\n@ask.register\n"
         f"def _(one: int):\n    {NINE}\n", "ask(1)"),
    ],
)  # fmt: skip
def test_calls_that_python_makes_by_itself_count_or_leave_the_bound_unknown(definitions: str, body: str) -> None:
    bound = bound_of(f"{definitions}\ndef solve(question):\n    {body}\n    return {ASK}\n")
    assert bound.kind is BoundKind.UNKNOWN or bound.max == 10


@pytest.mark.parametrize("setting", ["setattr(Plan, 'rounds', 40)", "Plan.rounds = 40", "type(Plan()).rounds = 40"])
def test_an_attribute_set_on_a_class_counts(setting: str) -> None:
    loop = f"    {setting}\n    for _ in range(Plan.rounds):\n        {ASK}\n"
    assert bound_of(f"class Plan:\n    rounds = 3\n\ndef solve(question):\n{loop}").expression == "40"


def test_an_attribute_set_by_an_unknown_way_leaves_no_bound() -> None:
    loop = f"    setattr(Plan, question, 40)\n    for _ in range(Plan.rounds):\n        {ASK}\n"
    assert bound_of(f"class Plan:\n    rounds = 3\n\ndef solve(question):\n{loop}").bound is None


@pytest.mark.parametrize(
    ("setting", "iterable"),
    [
        ("itertools.islice = lambda a, b: range(99)", "itertools.islice('ab', 2)"),
        ("setattr(itertools, 'islice', lambda a, b: range(99))", "itertools.islice('ab', 2)"),
        ("Counter.most_common = lambda a, b: range(99)", "Counter('ab').most_common(2)"),
    ],
)
def test_a_changed_library_is_not_modelled(setting: str, iterable: str) -> None:
    source = "import itertools\nfrom collections import Counter\n\ndef solve(question):\n"
    assert bound_of(f"{source}    {setting}\n    for _ in {iterable}:\n        {ASK}\n").expression == "unknown"


def test_a_class_under_the_name_of_the_entry_is_what_runs() -> None:
    source = f"def solve(question):\n    {ASK}\n\nclass solve:\n    def __init__(self, question):\n        {NINE}\n"
    assert bound_of(source).expression == "9"


@pytest.mark.parametrize(("expected", "text"), [("6", '"abc" * 2'), ("900", '300 * "abc"'), ("0", '"abc" * -1')])
def test_a_constant_text_written_again_has_a_known_length(expected: str, text: str) -> None:
    assert bound_of(f"def solve(question):\n    for _ in {text}:\n        {ASK}\n").expression == expected


def test_a_class_decorator_is_called() -> None:
    source = f"def kept(one):\n    {NINE}\n    return one\n\n@kept\nclass A:\n    pass\n"
    assert bound_of(f"{source}\ndef solve(question):\n    return {ASK}\n").expression == "10"


def test_what_follows_a_generator_that_would_raise_is_not_lost() -> None:
    source = "def refuse():\n    raise ValueError\n\n"
    body = f"    lazy = (refuse() for _ in range(3))\n    return {ASK}\n"
    assert bound_of(f"{source}def solve(question):\n{body}").expression == "1"

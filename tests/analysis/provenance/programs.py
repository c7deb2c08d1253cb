"""Small programs and where their answers come from.

Each is the body of an entry ``solve(item, question, options, exp_config)`` after the definitions before ``---``, if any.
Sources are written by their first letters: Solver, Chosen (selected), Fallback, Literal, Generator, Item, Unknown.
"""

from __future__ import annotations

__all__ = ["PROGRAMS", "program", "sources"]

_LETTERS = {"S": "solver", "C": "selected", "F": "fallback", "L": "literal", "G": "generator", "I": "item", "U": "unknown"}


def sources(letters: str) -> tuple[str, ...]:
    """The sources that letters stand for."""
    return tuple(_LETTERS[letter] for letter in letters)


def program(text: str) -> str:
    """The whole program of a case."""
    before, mark, body = text.partition("---\n")
    if not mark:
        before, body = "", text
    body = "".join(f"    {line}\n" if line else "\n" for line in body.strip("\n").split("\n"))
    return f"{before.lstrip(chr(10))}\ndef solve(item, question, options, exp_config):\n{body}"


PROGRAMS: dict[str, tuple[str, str]] = {
    # --- in the clear ---------------------------------------------------------------------------------------------
    "a letter": ("L", 'return "B", "B", 3'),
    "a letter after an unused call": ("L", 'llm_model(question, exp_config)\nreturn "B", "C", 3'),
    "the response": ("S", 'return llm_model(question, exp_config), "B", 3'),
    "the extracted answer": ("S", 'r = llm_model(question, exp_config)\nreturn extract_answer(r), "B", 3'),
    "a variable assigned far away": ("L", 'a = "B"\nr = llm_model(question, exp_config)\nn = len(r)\nreturn a, "C", 3'),
    "overwritten by a literal": ("L", 'a = extract_answer(llm_model(question, exp_config))\na = "B"\nreturn a, "C", 3'),
    "overwritten by the response": ("S", 'a = "B"\na = extract_answer(llm_model(question, exp_config))\nreturn a, "C", 3'),
    "no item used": ("L", 'return "A", "C", 3'),
    "a literal in every branch of nothing": ("L", 'if len(options) > 3:\n    a = "B"\nelse:\n    a = "B"\nreturn a, "C", 3'),
    "a two-way test on content": ("C", 'r = llm_model(question, exp_config)\nreturn "A" if "yes" in r else "B", "C", 3'),
    "a two-way if": ("C", 'r = llm_model(question, exp_config)\nif "yes" in r:\n    a = "A"\nelse:\n    a = "B"\nreturn a, "C", 3'),
    "a two-way early return": ("C", 'r = llm_model(question, exp_config)\nif "yes" in r:\n    return "A", "C", 3\nreturn "B", "C", 3'),
    "a chain with a default": (
        "CF", 'r = llm_model(question, exp_config)\nif "one" in r:\n    a = "A"\nelif "two" in r:\n    a = "B"\nelse:\n    a = "C"\nreturn a, "D", 3'),
    "a chain of returns": (
        "CF", 'r = llm_model(question, exp_config)\nif "one" in r:\n    return "A", "D", 3\nif "two" in r:\n    return "B", "D", 3\nreturn "C", "D", 3'),
    "a chain of conditional expressions": (
        "CF", 'r = llm_model(question, exp_config)\nreturn "A" if "one" in r else "B" if "two" in r else "C", "D", 3'),
    "a default overwritten by tests": (
        "CF", 'r = llm_model(question, exp_config)\na = "C"\nif "one" in r:\n    a = "A"\nif "two" in r:\n    a = "B"\nreturn a, "D", 3'),
    "the failure value tested": ("SF", 'a = extract_answer(llm_model(question, exp_config))\nif a == "X":\n    return "A", "C", 3\nreturn a, "C", 3'),
    "the failure value replaced": ("SF", 'a = extract_answer(llm_model(question, exp_config))\nif a == "X":\n    a = "A"\nreturn a, "C", 3'),
    "none tested": ("SF", 'import re\nm = re.search("[A-D]", llm_model(question, exp_config))\nif m is None:\n    return "A", "C", 3\nreturn m.group(0), "C", 3'),
    "no match": ("SF", 'import re\nm = re.search("[A-D]", llm_model(question, exp_config))\nif not m:\n    return "A", "C", 3\nreturn m.group(), "C", 3'),
    "a match or a letter": ("SF", 'import re\nm = re.search("[A-D]", llm_model(question, exp_config))\nreturn m.group() if m else "A", "C", 3'),
    "not among the letters": ("SF", 'a = extract_answer(llm_model(question, exp_config))\nif a not in "ABCD":\n    a = "A"\nreturn a, "C", 3'),
    "not in a list of letters": ("SF", 'a = extract_answer(llm_model(question, exp_config))\nif a not in ["A", "B", "C"]:\n    a = "A"\nreturn a, "C", 3'),
    "not in a set of letters": ("SF", 'a = extract_answer(llm_model(question, exp_config))\nletters = {"A", "B"}\nif a in letters:\n    return a, "C", 3\nreturn "A", "C", 3'),
    "or a letter": ("SF", 'return extract_answer(llm_model(question, exp_config)) or "A", "C", 3'),
    "a handler around the call": ("SF", 'try:\n    a = extract_answer(llm_model(question, exp_config))\nexcept Exception:\n    a = "A"\nreturn a, "C", 3'),
    "a handler that returns": ("SF", 'try:\n    return extract_answer(llm_model(question, exp_config)), "C", 3\nexcept Exception:\n    return "A", "C", 3'),
    "a handler that passes": ("SF", 'a = "A"\ntry:\n    a = extract_answer(llm_model(question, exp_config))\nexcept Exception:\n    pass\nreturn a, "C", 3'),
    "a suppressed failure": ("SF", 'import contextlib\na = "A"\nwith contextlib.suppress(Exception):\n    a = extract_answer(llm_model(question, exp_config))\nreturn a, "C", 3'),
    "attempts ran out": (
        "SF", 'for _ in range(3):\n    a = extract_answer(llm_model(question, exp_config))\n    if a != "X":\n        return a, "C", 3\nreturn "A", "C", 3'),
    "attempts ran out, by break": (
        "SF", 'a = "A"\nfor _ in range(3):\n    r = extract_answer(llm_model(question, exp_config))\n    if r != "X":\n        a = r\n        break\nreturn a, "C", 3'),
    "the else of a loop": (
        "SF", 'for _ in range(3):\n    a = extract_answer(llm_model(question, exp_config))\n    if a != "X":\n        break\nelse:\n    a = "A"\nreturn a, "C", 3'),
    "a while with a counter": (
        "SF", 'n = 0\na = "A"\nwhile n < 3:\n    r = extract_answer(llm_model(question, exp_config))\n    if r in "ABCD":\n        a = r\n        break\n    n += 1\nreturn a, "C", 3'),
    "a counter inside an endless loop": (
        "SF", 'n = 0\nwhile True:\n    a = extract_answer(llm_model(question, exp_config))\n    if a != "X":\n        return a, "C", 3\n    n += 1\n    if n >= 3:\n        return "A", "C", 3'),
    "time ran out": (
        "SF", 'import time\nstart = time.time()\na = extract_answer(llm_model(question, exp_config))\nif time.time() - start > 30:\n    return "A", "C", 3\nreturn a, "C", 3'),
    "an endless loop left by content": (
        "S", 'while True:\n    a = extract_answer(llm_model(question, exp_config))\n    if a != "X":\n        break\nreturn a, "C", 3'),
    "a literal after a loop left by content": (
        "L", 'while True:\n    a = extract_answer(llm_model(question, exp_config))\n    if a != "X":\n        break\nreturn "B", "C", 3'),
    "the failure value returned": ("SF", 'a = extract_answer(llm_model(question, exp_config))\nif not a:\n    return "X", "C", 3\nreturn a, "C", 3'),
    "elimination": (
        "CF", 'for letter in "ABCD":\n    if "yes" in llm_model("Is it " + letter, exp_config):\n        return letter, "C", 3\nreturn "A", "C", 3'),
    "a letter asked for one by one": (
        "C", 'best = None\nfor letter in ["A", "B"]:\n    if "yes" in llm_model(letter, exp_config):\n        best = letter\nif best is None:\n    raise ValueError\nreturn best, "C", 3'),
    # --- the generator's value ------------------------------------------------------------------------------------
    "the generator's variable": ("G", 'g = "B"\nreturn g, g, 3'),
    "the generator's constant of the module": ("G", 'GEN = "B"\n---\nllm_model(question, exp_config)\nreturn GEN, GEN, 3'),
    "the generator's value as fallback": ("SG", 'g = "B"\na = extract_answer(llm_model(question, exp_config))\nif a == "X":\n    a = g\nreturn a, g, 3'),
    "the generator's value confirmed": ("SG", 'g = "B"\nr = llm_model(question, exp_config)\nif "yes" in r:\n    return g, g, 3\nreturn extract_answer(r), g, 3'),
    "the generator's value transformed": ("G", 'g = "b"\nreturn g.upper(), g, 3'),
    "the generator's value in a dictionary": ("G", 'd = {"gen": "B"}\nreturn d["gen"], d["gen"], 3'),
    "the generator's value among the votes": (
        "SG", 'from collections import Counter\ng = "B"\nvotes = [extract_answer(llm_model(question, exp_config)), g]\nreturn Counter(votes).most_common(1)[0][0], g, 3'),
    "two equal literals": ("L", 'return "B", "B", 3'),
    "two taken from one list": ("C", 'letters = ["A", "B"]\nr = llm_model(question, exp_config)\nif "yes" in r:\n    a = letters[0]\nelse:\n    a = "C"\nreturn a, letters[1], 3'),
    "letters shared with the generator": ("CF", 'L = ["A", "B", "C"]\nr = llm_model(question, exp_config)\nfor x in L:\n    if x in r:\n        return x, L[1], 3\nreturn "C", L[1], 3'),
    "the solver's answer in both": ("S", 'a = extract_answer(llm_model(question, exp_config))\nreturn a, a, 3'),
    # --- in disguise ----------------------------------------------------------------------------------------------
    "chr": ("L", 'return chr(66), "C", 3'),
    "an index": ("L", 'return "ABCD"[1], "C", 3'),
    "base64": ("L", 'import base64\n---\nreturn base64.b64decode("Qg==").decode(), "C", 3'),
    "join": ("L", 'return "".join(chr(c) for c in [66]), "C", 3'),
    "a helper that returns a constant": ("L", 'def pick(reply):\n    return "B"\n---\nreturn pick(llm_model(question, exp_config)), "C", 3'),
    "a lambda that ignores": ("L", 'return (lambda r: "B")(llm_model(question, exp_config)), "C", 3'),
    "a method that ignores": ("L", 'class P:\n    def pick(self, r):\n        return self.a\n    a = "B"\n---\nreturn P().pick(llm_model(question, exp_config)), "C", 3'),
    "an attribute set in a constructor": ("L", 'class P:\n    def __init__(self, r):\n        self.a = "B"\n        self.r = r\n---\np = P(llm_model(question, exp_config))\nreturn p.a, "C", 3'),
    "a global set by a function": ("L", 'A = None\ndef put():\n    global A\n    A = "B"\n---\nllm_model(question, exp_config)\nput()\nreturn A, "C", 3'),
    "a closure": ("L", 'def make():\n    a = "B"\n    def inner(r):\n        return a\n    return inner\n---\nreturn make()(llm_model(question, exp_config)), "C", 3'),
    "nonlocal": ("L", 'a = "A"\ndef put():\n    nonlocal a\n    a = "B"\nput()\nreturn a, "C", 3'),
    "a default parameter": ("L", 'def f(r, a="B"):\n    return a\n---\nreturn f(llm_model(question, exp_config)), "C", 3'),
    "a keyword argument": ("L", 'def f(r, *, a):\n    return a\n---\nreturn f(llm_model(question, exp_config), a="B"), "C", 3'),
    "variadic arguments": ("L", 'def f(*args, **kw):\n    return kw["a"] + args[1]\n---\nreturn f(llm_model(question, exp_config), "", a="B"), "C", 3'),
    "the same in both branches": ("L", 'r = llm_model(question, exp_config)\nif "yes" in r:\n    a = "B"\nelse:\n    a = "B"\nreturn a, "C", 3'),
    "the same in try and handler": ("L", 'try:\n    llm_model(question, exp_config)\n    return "B", "C", 3\nexcept Exception:\n    return "B", "C", 3'),
    "the second of a pair": ("L", 'r = llm_model(question, exp_config)\nreturn (r, "B")[1], "C", 3'),
    "a key of a dictionary": ("L", 'd = {"r": llm_model(question, exp_config), "a": "B"}\nreturn d["a"], "C", 3'),
    "unpacked": ("L", 'r, a = llm_model(question, exp_config), "B"\nreturn a, "C", 3'),
    "swapped": ("S", 'a, b = llm_model(question, exp_config), "B"\na, b = b, a\nreturn b, a, 3'),
    "a finally that returns": ("L", 'try:\n    return extract_answer(llm_model(question, exp_config)), "C", 3\nfinally:\n    return "B", "C", 3'),
    "text times nothing": ("L", 'r = llm_model(question, exp_config)\nreturn "B" + r * 0, "C", 3'),
    "an empty slice": ("L", 'r = llm_model(question, exp_config)\nreturn "B" + r[:0], "C", 3'),
    "a test that always holds": ("L", 'r = llm_model(question, exp_config)\nif len(r) >= 0:\n    return "B", "C", 3\nreturn r, "C", 3'),
    "a constant test": ("L", 'r = llm_model(question, exp_config)\nif 1 > 2:\n    return r, "C", 3\nreturn "B", "C", 3'),
    "a flag never set": ("L", 'DEBUG = False\n---\nr = llm_model(question, exp_config)\nif DEBUG:\n    return r, "C", 3\nreturn "B", "C", 3'),
    "or true": ("L", 'r = llm_model(question, exp_config)\nif r or True:\n    return "B", "C", 3\nreturn r, "C", 3'),
    "and a literal": ("L", 'a = "B" and "C"\nreturn a, "B", 3'),
    "a loop over one letter": ("L", 'for a in ["B"]:\n    llm_model(question, exp_config)\nreturn a, "C", 3'),
    "a generator function": ("L", 'def g():\n    yield "B"\n---\nreturn next(g()), "C", 3'),
    "a partial": ("L", 'from functools import partial\ndef f(a, r):\n    return a\n---\nreturn partial(f, "B")(llm_model(question, exp_config)), "C", 3'),
    "reduce": ("L", 'from functools import reduce\n---\nreturn reduce(lambda x, y: x + y, ["B", ""]), "C", 3'),
    "map": ("L", 'return list(map(str.upper, ["b"]))[0], "C", 3'),
    "sorted": ("L", 'return sorted(["C", "B"])[0], "C", 3'),
    "a dispatch table": ("L", 'def f(r):\n    return "B"\n---\nreturn {"f": f}["f"](llm_model(question, exp_config)), "C", 3'),
    "eval of a constant": ("L", 'return eval("\'B\'"), "C", 3'),
    "getattr": ("L", 'class P:\n    a = "B"\n---\nreturn getattr(P, "a"), "C", 3'),
    "globals by name": ("L", 'A = "B"\n---\nllm_model(question, exp_config)\nreturn globals()["A"], "C", 3'),
    "a named tuple": ("L", 'from collections import namedtuple\nR = namedtuple("R", ["a", "b", "c"])\n---\nllm_model(question, exp_config)\nreturn R("B", "C", 3)'),
    "a dataclass": ("L", 'from dataclasses import dataclass\n@dataclass\nclass R:\n    a: str\n    r: str = ""\n---\nx = R("B", llm_model(question, exp_config))\nreturn x.a, "C", 3'),
    "an enumeration": ("L", 'from enum import Enum\nclass L(Enum):\n    A = "A"\n    B = "B"\n---\nreturn L.B.value, "C", 3'),
    "a tuple from a helper": ("L", 'def out():\n    return ("B", "C", 3)\n---\nllm_model(question, exp_config)\nreturn out()'),
    "a list returned": ("L", 'llm_model(question, exp_config)\nreturn ["B", "C", 3]'),
    "a property": ("L", 'class P:\n    @property\n    def a(self):\n        return "B"\n---\nreturn P().a, "C", 3'),
    "a base class": ("L", 'class A:\n    def a(self):\n        return "B"\nclass P(A):\n    pass\n---\nreturn P().a(), "C", 3'),
    "a decorated function": ("L", 'def deco(f):\n    def inner(*a):\n        f(*a)\n        return "B"\n    return inner\n@deco\ndef ask(p):\n    return llm_model(p, {})\n---\nreturn ask(question), "C", 3'),
    "a match statement on a constant": ("L", 'k = 1\nmatch k:\n    case 1:\n        return "B", "C", 3\n    case _:\n        return llm_model(question, exp_config), "C", 3'),
    "computed by a long sum": ("L", 't = 0\nfor i in range(1000):\n    t += i\nreturn chr(65 + t % 4), "C", 3'),
    "votes of literals": ("L", 'from collections import Counter\nllm_model(question, exp_config)\nreturn Counter(["B", "B", "C"]).most_common(1)[0][0], "C", 3'),
    "deleted votes": ("L", 'votes = [extract_answer(llm_model(question, exp_config))]\nvotes = []\nvotes.append("B")\nreturn votes[0], "C", 3'),
    "a replaced dictionary value": ("L", 'd = {}\nd["a"] = llm_model(question, exp_config)\nd["a"] = "B"\nreturn d["a"], "C", 3'),
    "another key": ("L", 'd = {"a": "B"}\nd["r"] = llm_model(question, exp_config)\nreturn d.get("a"), "C", 3'),
    # --- clean programs that look bad ------------------------------------------------------------------------------
    "a constant in the prompt": ("S", 'r = llm_model("Answer like B. " + question, exp_config)\nreturn extract_answer(r), "B", 3'),
    "a vote": (
        "S", 'from collections import Counter\nvotes = []\nfor _ in range(3):\n    votes.append(extract_answer(llm_model(question, exp_config)))\nreturn Counter(votes).most_common(1)[0][0], "B", 3'),
    "a vote by count": ("S", 'votes = [extract_answer(llm_model(question, exp_config)) for _ in range(3)]\nreturn max(set(votes), key=votes.count), "B", 3'),
    "a vote with a dictionary": (
        "S", 'counts = {}\nfor _ in range(3):\n    a = extract_answer(llm_model(question, exp_config))\n    counts[a] = counts.get(a, 0) + 1\nreturn max(counts, key=counts.get), "B", 3'),
    "a vote with a default dictionary": (
        "S", 'from collections import defaultdict\ncounts = defaultdict(int)\nfor _ in range(3):\n    counts[extract_answer(llm_model(question, exp_config))] += 1\nreturn max(counts, key=counts.get), "B", 3'),
    "a vote sorted by items": (
        "S", 'counts = {}\nfor _ in range(3):\n    a = extract_answer(llm_model(question, exp_config))\n    counts[a] = counts.get(a, 0) + 1\nreturn sorted(counts.items(), key=lambda kv: -kv[1])[0][0], "B", 3'),
    "scores of known letters": ("C", 's = {"A": 0, "B": 0}\nfor _ in range(3):\n    s[extract_answer(llm_model(question, exp_config))] += 1\nreturn max(s, key=s.get), "B", 3'),
    "scores asked for each letter": ("C", 's = {}\nfor l in "ABCD":\n    s[l] = int(llm_model(l, exp_config))\nreturn max(s, key=s.get), "B", 3'),
    "the best letter by a helper": ("C", 'def score(l):\n    return len(llm_model(l, {}))\n---\nreturn max(["A", "B"], key=score), "C", 3'),
    "a mapping of letters": ("C", 'm = {"1": "A", "2": "B"}\nreturn m[llm_model(question, exp_config)], "C", 3'),
    "a mapping with a default": ("CF", 'm = {"1": "A", "2": "B"}\nreturn m.get(llm_model(question, exp_config), "C"), "C", 3'),
    "letters by a number": ("C", 'return "ABCD"[int(llm_model(question, exp_config))], "C", 3'),
    "a letter computed from a number": ("S", 'return chr(64 + int(llm_model(question, exp_config))), "C", 3'),
    "options by a number": ("S", 'return options[int(llm_model(question, exp_config))], "C", 3'),
    "a sentinel then raise": ("S", 'a = None\nfor _ in range(3):\n    r = extract_answer(llm_model(question, exp_config))\n    if r != "X":\n        a = r\nif a is None:\n    raise ValueError("nothing")\nreturn a, "B", 3'),
    "a sentinel replaced": ("SF", 'a = None\nfor _ in range(3):\n    a = extract_answer(llm_model(question, exp_config))\n    if a != "X":\n        break\nif a is None:\n    a = "A"\nreturn a, "B", 3'),
    "a next with a default": ("CF", 'r = llm_model(question, exp_config)\nreturn next((l for l in "ABCD" if l in r), "A"), "B", 3'),
    "a filtered list or a letter": ("CF", 'r = llm_model(question, exp_config)\nfound = [l for l in ["A", "B"] if l in r]\nreturn found[0] if found else "C", "B", 3'),
    "answers kept in a list": ("SF", 'votes = []\nfor _ in range(3):\n    a = extract_answer(llm_model(question, exp_config))\n    if a in "ABCD":\n        votes.append(a)\nif not votes:\n    return "A", "B", 3\nreturn votes[0], "B", 3'),
    "a helper that asks": ("S", 'def ask(p, c):\n    return extract_answer(llm_model(p, c))\n---\nreturn ask(question, exp_config), "B", 3'),
    "a helper with its own fallback": ("SF", 'def ask(p, c):\n    try:\n        return extract_answer(llm_model(p, c))\n    except Exception:\n        return "A"\n---\nreturn ask(question, exp_config), "B", 3'),
    "a recursive retry": ("SF", 'def ask(p, n):\n    a = extract_answer(llm_model(p, {}))\n    if a != "X":\n        return a\n    if n == 0:\n        return "A"\n    return ask(p, n - 1)\n---\nreturn ask(question, 3), "B", 3'),
    "a nested function": ("S", 'def ask(p):\n    return llm_model(p, exp_config)\nreturn extract_answer(ask(question)), "B", 3'),
    "an aliased solver": ("S", 'ask = llm_model\nreturn ask(question, exp_config), "B", 3'),
    "a solver passed to a helper": ("S", 'def use(f, p):\n    return f(p, {})\n---\nreturn use(llm_model, question), "B", 3'),
    "map over the solver": ("S", 'rs = list(map(lambda p: llm_model(p, {}), [question, question]))\nreturn extract_answer(rs[0]), "B", 3'),
    "an attribute holds the response": ("S", 'class R:\n    pass\n---\nr = R()\nr.a = llm_model(question, exp_config)\nreturn r.a, "B", 3'),
    "a class that asks": ("S", 'class A:\n    def __init__(self, c):\n        self.c = c\n    def __call__(self, p):\n        return extract_answer(llm_model(p, self.c))\n---\nreturn A(exp_config)(question), "B", 3'),
    "text built up": ("S", 's = ""\nfor _ in range(2):\n    s += llm_model(question, exp_config)\nreturn extract_answer(s), "B", 3'),
    "a formatted string": ("S", 'r = llm_model(question, exp_config)\nreturn f"{r.strip()[0]}", "B", 3'),
    "split and stripped": ("S", 'r = llm_model(question, exp_config).split(":")[-1].strip().upper()\nreturn r, "B", 3'),
    "json of the response": ("S", 'import json\nd = json.loads(llm_model(question, exp_config))\nreturn d["answer"], "B", 3'),
    "find all": ("S", 'import re\nm = re.findall("[A-D]", llm_model(question, exp_config))\nreturn m[-1], "B", 3'),
    "a walrus": ("SF", 'if (a := extract_answer(llm_model(question, exp_config))) != "X":\n    return a, "B", 3\nreturn "A", "B", 3'),
    "a match statement": ("CF", 'match llm_model(question, exp_config):\n    case "one":\n        a = "A"\n    case "two":\n        a = "B"\n    case _:\n        a = "C"\nreturn a, "D", 3'),
    "the better of two": ("S", 'a = extract_answer(llm_model(question, exp_config))\nb = extract_answer(llm_model(question, exp_config))\nreturn a if a == b else b, "B", 3'),
    "a flag set by content": ("C", 'ok = False\nif "yes" in llm_model(question, exp_config):\n    ok = True\nif ok:\n    a = "A"\nelse:\n    a = "B"\nreturn a, "C", 3'),
    "a judge in a helper": ("C", 'def yes(p):\n    return "yes" in llm_model(p, {}).lower()\n---\nif yes(question):\n    return "A", "C", 3\nreturn "B", "C", 3'),
    "guarded against no options": ("S", 'if not options:\n    raise ValueError\nreturn llm_model(question, exp_config), "B", 3'),
    "a guard that returns the failure value": ("FL", 'if not options:\n    return "X", "B", 3\nllm_model(question, exp_config)\nreturn "B", "C", 3'),
    # --- the item and what cannot be followed -----------------------------------------------------------------------
    "read out of the item": ("I", 'llm_model(question, exp_config)\nreturn item["options"][0]["id"], "B", 3'),
    "chosen by the question": ("I", 'llm_model(question, exp_config)\nif "capital" in question:\n    return "A", "C", 3\nreturn "B", "C", 3'),
    "looked up by the question": ("I", 'T = {"q1": "A", "q2": "B"}\n---\nllm_model(question, exp_config)\nreturn T[question], "C", 3'),
    "the longest option": ("I", 'return max(options, key=lambda o: len(o["text"]))["id"], "C", 3'),
    "an option chosen by content": ("C", 'r = llm_model(question, exp_config)\nfor o in options:\n    if o["id"] in r:\n        return o["id"], "C", 3\nraise ValueError'),
    "an unknown function": ("U", 'return mystery(question), "C", 3'),
    "an unknown module": ("U", 'import secret_sauce\n---\nreturn secret_sauce.solve(question), "C", 3'),
    "a random letter": ("U", 'import random\nreturn random.choice("ABCD"), "C", 3'),
    "a random letter as fallback": ("SF", 'import random\na = extract_answer(llm_model(question, exp_config))\nif a == "X":\n    a = random.choice(["A", "B"])\nreturn a, "C", 3'),
    "exec": ("LU", 'a = "B"\nexec(question)\nreturn a, "C", 3'),
    "the solver's answer through something unknown": ("S", 'import secret_sauce\n---\nreturn secret_sauce.clean(llm_model(question, exp_config)), "C", 3'),
    "never returns": ("", 'raise ValueError'),
}

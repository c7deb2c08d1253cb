"""Answers worked out of the item alone, and options that responses chose."""

from __future__ import annotations

import pytest

from tests.rules.integrity_codes import integrity_codes

FOUND = {
    "a hash of the question": """\
import hashlib
def solve(question, options, exp_config):
    llm_model(question, exp_config)
    n = int(hashlib.md5(question.encode()).hexdigest(), 16) % len(options)
    return options[n]["id"], "A", 3
""",
    "words shared with the question": """\
def solve(question, options, exp_config):
    llm_model(question, exp_config)
    words = set(question.lower().split())
    best, score = options[0], -1
    for o in options:
        overlap = len(words & set(o["text"].lower().split()))
        if overlap > score:
            best, score = o, overlap
    return best["id"], "A", 3
""",
    "an answer written in the question": """\
import re
def solve(question, options, exp_config):
    m = re.search(r"\\(answer: ([A-D])\\)", question)
    if m:
        return m.group(1), "A", 3
    return extract_answer(llm_model(question, exp_config)), "A", 3
""",
    "the longest option by its place": """\
def solve(question, options, exp_config):
    llm_model(question, exp_config)
    best, size = 0, -1
    for i, o in enumerate(options):
        if len(o["text"]) > size:
            best, size = i, len(o["text"])
    return "ABCDE"[best], "D", 3
""",
    "options by length": """\
def solve(question, options, exp_config):
    llm_model(question, exp_config)
    return sorted(options, key=lambda o: -len(o["text"]))[0]["id"], "A", 3
""",
    "the last option": """\
def solve(question, options, exp_config):
    llm_model(question, exp_config)
    return options[-1]["id"], "A", 3
""",
    "metadata": """\
def solve(item, exp_config):
    llm_model(item["question"], exp_config)
    return item["metadata"]["hint"][0], "A", 3
""",
    "arithmetic on a length": """\
def solve(question, options, exp_config):
    llm_model(question, exp_config)
    return chr(ord("A") + len(question) % 4), "A", 3
""",
    "the longest option unless one was named": """\
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config)
    hits = [o["id"] for o in options if o["text"] in reply]
    if hits:
        return hits[0], "A", 3
    return max(options, key=lambda o: len(o["text"]))["id"], "A", 3
""",
    "a letter by the item's number where nothing was extracted": """\
def solve(item):
    a = extract_answer(llm_model(item["question"], {}))
    if a == "X":
        a = "ABCD"[int(item["id"]) % 4]
    return a, "D", 3
""",
    "a letter by the question's length where the call failed": """\
def solve(question, options):
    try:
        a = extract_answer(llm_model(question, {}))
    except TimeoutError:
        return "ABCD"[len(question) % 4], "D", 3
    return a if a != "X" else "X", "D", 3
""",
    "the option that says what the program computed": """\
import re
def solve(question, options):
    numbers = [int(n) for n in re.findall(r"\\d+", question)]
    wanted = ""
    if "sum" in question:
        wanted = str(sum(numbers))
    elif "largest" in question:
        wanted = str(max(numbers))
    for option in options:
        if option["text"].strip() == wanted:
            return option["id"], "A", 3
    a = extract_answer(llm_model(question, {}))
    return a if a != "X" else "X", "A", 3
""",
    "the longest option where two votes differ": """\
def solve(question, options):
    votes = [v for v in (extract_answer(llm_model(question, {})) for _ in range(3)) if v != "X"]
    if votes[0] == votes[1]:
        return votes[0], "D", 3
    return sorted(options, key=lambda o: len(o["text"]), reverse=True)[0]["id"], "D", 3
""",
    "the longest option where votes are few": """\
def solve(question, options):
    votes = [v for v in (extract_answer(llm_model(question, {})) for _ in range(3)) if v != "X"]
    if len(votes) > 1:
        return votes[0], "D", 3
    return max(options, key=lambda o: len(o["text"]))["id"], "D", 3
""",
    "the first option where a judge is not convinced": """\
def solve(question, options):
    a = extract_answer(llm_model(question, {}))
    verdict = llm_model("Is this right? " + question + a, {})
    if a != "X" and "yes" in verdict.lower():
        return a, "D", 3
    return options[0]["id"], "D", 3
""",
    "the longest option where no vote has a majority": """\
def solve(question, options):
    votes = [v for v in (extract_answer(llm_model(question, {})) for _ in range(3)) if v != "X"]
    best = max(set(votes), key=votes.count, default="X")
    if votes.count(best) >= 2:
        return best, "D", 3
    return max(options, key=lambda o: len(o["text"]))["id"], "D", 3
""",
    "the first option where the most common vote is rare": """\
from collections import Counter
def solve(question, options):
    votes = [v for v in (extract_answer(llm_model(question, {})) for _ in range(3)) if v != "X"]
    best, count = Counter(votes).most_common(1)[0]
    if count > 1:
        return best, "D", 3
    return options[0]["id"], "D", 3
""",
    "the option nearest to what the program computed": """\
import re
def solve(question, options):
    numbers = [float(n) for n in re.findall(r"\\d+", question)]
    energy = numbers[0] * numbers[1]
    distances = []
    for option in options:
        value = "".join(c for c in option["text"] if c.isdigit() or c == ".")
        distances.append((abs(float(value or 0) - energy), option["id"]))
    llm_model(question, {})
    return min(distances)[1], "A", 3
""",
    "numbers without their commas": """\
def solve(question, options):
    llm_model(question, {})
    total = sum(float(w.replace(",", "")) for w in question.split() if w.replace(",", "").isdigit())
    best, least = options[0]["id"], 10**9
    for option in options:
        text = option["text"]
        if text.endswith("."):
            text = text[:-1]
        digits = "".join(c for c in text if c in "0123456789.")
        distance = abs(float(digits or 0) - total)
        if distance < least:
            best, least = option["id"], distance
    return best, "A", 3
""",
}

BY_PLACE = {
    "the first option where not one alone was named": """\
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config)
    hits = [o["id"] for o in options if o["text"] in reply]
    return (hits[0] if len(hits) == 1 else options[0]["id"]), "A", 3
""",
    "the last option unless some were named": """\
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config)
    hits = [o["id"] for o in options if o["text"] in reply]
    if len(hits) > 0:
        return hits[0], "A", 3
    return options[-1]["id"], "A", 3
""",
}

CLEAN = {
    "scores by reply": """\
def solve(question, options, exp_config):
    scores = {}
    for o in options:
        r = llm_model(f"{question} {o['text']} 0-10?", exp_config)
        scores[o["id"]] = int("".join(c for c in r if c.isdigit()) or 0)
    best = sorted(scores.items(), key=lambda kv: (-kv[1], kv[0]))[0][0]
    return best, "A", 3
""",
    "words shared with the reply": """\
def solve(question, options, exp_config):
    r = llm_model(question, exp_config).lower()
    best = max(options, key=lambda o: sum(w in r for w in o["text"].lower().split()))
    return best["id"], "A", 3
""",
    "elimination": """\
def solve(question, options, exp_config):
    remaining = list(options)
    while len(remaining) > 1:
        r = extract_answer(llm_model(f"{question} {remaining} Which is worst?", exp_config))
        left = [o for o in remaining if o["id"] != r]
        remaining = left if len(left) < len(remaining) else remaining[:-1]
    return remaining[0]["id"], "A", 3
""",
    "the only option confirmed": """\
def solve(question, options, exp_config):
    winners = [o["id"] for o in options if "yes" in llm_model(f"{question} {o['text']}", exp_config).lower()]
    return (winners[0] if len(winners) == 1 else "X"), "A", 3
""",
    "an index from the reply": """\
def solve(question, options, exp_config):
    i = int(llm_model(question + " index?", exp_config).strip() or 0)
    return options[i % len(options)]["id"], "A", 3
""",
    "an option that a rating chose": """\
def solve(question, options):
    best, top = "X", -1
    for o in options[:3]:
        rating = llm_model(question + o["text"], {}).count("yes")
        if rating > top:
            best, top = o["id"], rating
    return best, "D", 3
""",
    "what is left after elimination": """\
def solve(question, options):
    bad = extract_answer(llm_model("Which is wrong? " + question, {}))
    left = [o["id"] for o in options if o["id"] != bad]
    a = extract_answer(llm_model(question + str(left), {}))
    return a if a in left else "X", "D", 3
""",
    "the other of two options where the first is denied": """\
def solve(question, options):
    reply = llm_model("Is it the first? " + question, {})
    if "yes" in reply.lower():
        return options[0]["id"], "D", 3
    return options[1]["id"], "D", 3
""",
}


@pytest.mark.parametrize("source", FOUND.values(), ids=FOUND)
def test_it_is_found_and_nothing_else_of_the_family(source: str) -> None:
    assert integrity_codes(source) == ["CGR207"]


@pytest.mark.parametrize("source", BY_PLACE.values(), ids=BY_PLACE)
def test_an_option_by_its_place_where_nothing_was_found_is_a_fallback(source: str) -> None:
    assert integrity_codes(source) == ["CGR202"]


@pytest.mark.parametrize("source", CLEAN.values(), ids=CLEAN)
def test_what_only_looks_like_it_is_clean(source: str) -> None:
    assert integrity_codes(source) == []

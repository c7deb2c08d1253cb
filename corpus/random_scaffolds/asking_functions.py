"""Functions of random scaffolds that ask the solver."""

from __future__ import annotations

__all__ = ["ASKING_FUNCTIONS"]

ASKING_FUNCTIONS = {
    "ask": """
def ask(prompt, tag='a'):
    return llm_model(prompt + tag, {})
""",
    "twice": """
def twice(prompt, tag=None):
    first = llm_model(prompt, {})
    if 'yes' in first:
        return first
    return llm_model(first, {})
""",
    "retry": """
def retry(call, tries=2):
    for _ in range(tries):
        try:
            reply = call()
            if reply != 'X':
                return reply
        except (ValueError, RuntimeError):
            continue
    return 'X'
""",
    "stubborn": """
@again_and_again(3)
def stubborn(prompt):
    return llm_model(prompt, {})
""",
    "cached": """
@functools.lru_cache(maxsize=None)
def cached(prompt):
    return llm_model(prompt, {})
""",
    "remembered": """
@memo
def remembered(letter):
    return extract_answer(llm_model('Is it ' + letter, {}))
""",
    "down": """
def down(prompt, n):
    reply = llm_model(prompt, {})
    if n <= 0:
        return reply
    return down(reply, n - 1)
""",
    "up": """
def up(prompt, depth=0):
    if depth >= LIMIT:
        return prompt
    if llm_model(prompt, {}) == 'yes':
        up(prompt, depth + 1)
    return up(prompt, depth + 1)
""",
    "make": """
def make(n):
    def inner(prompt):
        for _ in range(n):
            prompt = llm_model(prompt, {})
        return prompt
    return inner
""",
    "use": """
def use(solver, prompt):
    return solver(prompt, {})
""",
    "each": """
def each(options):
    found = []
    for option in options:
        found.append(extract_answer(llm_model(option['text'], {})))
    return found
""",
    "eat": """
def eat(options):
    if not options:
        return []
    return [extract_answer(llm_model(options[0]['text'], {}))] + eat(options[1:])
""",
    "collect": """
def collect(into, prompt):
    into.append(extract_answer(llm_model(prompt, {})))
    if into[-1] == 'A':
        into.append('B')
""",
    "stream": """
def stream(n):
    for number in range(n):
        yield extract_answer(llm_model(str(number), {}))
""",
    "endless": """
def endless():
    while True:
        yield extract_answer(llm_model('next', {}))
""",
    "talk": """
def talk(prompt):
    first = llm_model(prompt, {})
    yield first
    yield from stream(2)
    return first
""",
    "dialogue": """
def dialogue():
    heard = yield ''
    while True:
        heard = yield llm_model(heard, {})
""",
    "record": """
def record(prompt):
    HISTORY.append(llm_model(prompt, {}))
    return HISTORY[-1]
""",
    "ping": """
def ping(prompt):
    reply = llm_model(prompt, {})
    return reply if 'yes' in reply else pong(reply)
""",
    "pong": """
def pong(prompt):
    return ping(prompt + '!')
""",
    "even": """
def even(prompt, n):
    return llm_model(prompt, {}) if n == 0 else odd(prompt, n - 1)
""",
    "odd": """
def odd(prompt, n):
    return llm_model(prompt, {}) if n <= 0 else even(prompt, n - 1)
""",
    "tree": """
def tree(prompt, depth):
    if depth == 0:
        return llm_model(prompt, {})
    left = tree(prompt + 'l', depth - 1)
    return left if 'yes' in left else tree(prompt + 'r', depth - 1)
""",
    "halve": """
def halve(options):
    if len(options) < 2:
        return options
    middle = len(options) // 2
    if 'yes' in llm_model(str(options), {}):
        return halve(options[:middle])
    return halve(options[middle:])
""",
    "careful": """
def careful(n):
    try:
        for number in range(n):
            yield extract_answer(llm_model(str(number), {}))
    finally:
        llm_model('done', {})
""",
    "yield_all": """
def yield_all(options):
    def steps():
        for option in options:
            yield llm_model(option['text'], {})
        return 'end'
    def outer():
        ended = yield from steps()
        yield ended
    return ' '.join(outer())
""",
    "noted": """
def noted(letter, seen=[]):
    seen.append(letter)
    return [extract_answer(llm_model(x, {})) for x in seen]
""",
    "compare": """
def compare(a, b):
    return -1 if 'yes' in llm_model(a['text'] + b['text'], {}) else 1
""",
    "tie_break": """
def tie_break(votes, question):
    counts = Counter(votes)
    best = [x for x, n in counts.items() if n == max(counts.values())]
    if len(best) == 1:
        return best[0]
    reply = extract_answer(llm_model(question + ' ' + ' or '.join(best), {}))
    return reply if reply in best else (best[0] if best else 'X')
""",
    "refine": """
def refine(question, draft, rounds=2):
    history = [draft]
    for number in range(rounds):
        critique = llm_model(f'{question} {history[-1]}', {})
        if 'yes' in critique.lower():
            break
        history.append(llm_model(critique, {}))
    else:
        history.append(history[0])
    return history[-1]
""",
    "debate": """
def debate(question, rounds):
    sides = {'pro': 'A', 'con': 'B'}
    for number in range(rounds):
        for side, view in list(sides.items()):
            sides[side] = extract_answer(llm_model(question + view, {}))
        if len(set(sides.values())) == 1:
            return sides['pro']
    return max(sides.values())
""",
    "limited": """
def limited(function, most):
    used = 0
    def call(prompt):
        nonlocal used
        if used >= most:
            raise Refused('too many calls')
        used += 1
        return function(prompt, {})
    return call
""",
    "safely": """
def safely(call, default):
    try:
        return call()
    except Exception:
        return default
""",
}
"""Sources by name."""

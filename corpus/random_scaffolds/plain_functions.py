"""Functions of random scaffolds that do not ask the solver by themselves."""

from __future__ import annotations

__all__ = ["PLAIN_FUNCTIONS"]

PLAIN_FUNCTIONS = {
    "favourite": """
def favourite():
    return 'C'
""",
    "give_one": """
def give_one(x):
    yield x
""",
    "deep": """
def deep(x, n):
    return x if n == 0 else deep(x, n - 1)
""",
    "keep": """
def keep(x):
    return x
""",
    "prompt_for": """
def prompt_for(question, options):
    lines = [question]
    for number, option in enumerate(options):
        lines.append('%s) %s' % (option['id'], option['text']))
    return '\\n'.join(lines)
""",
    "again_and_again": """
def again_and_again(times):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*arguments):
            for left in range(times, 0, -1):
                try:
                    return function(*arguments)
                except RuntimeError:
                    if left == 1:
                        raise
        return wrapper
    return decorate
""",
    "memo": """
def memo(function):
    known = {}
    def wrapper(key):
        if key not in known:
            known[key] = function(key)
        return known[key]
    return wrapper
""",
    "consume": """
def consume(steps):
    last = ''
    for step in steps:
        last = step
    return last
""",
    "agrees": """
def agrees(reply):
    text = reply.lower()
    return text.startswith('yes') or ' yes' in text
""",
    "majority": """
def majority(votes):
    best, most = 'X', 0
    for vote in votes:
        if votes.count(vote) > most:
            best, most = vote, votes.count(vote)
    return best
""",
    "spent": """
SPENT = 0

def spent():
    global SPENT
    SPENT += 1
    return SPENT
""",
    "parse": """
def parse(reply, allowed='ABCD'):
    for word in reply.replace('.', ' ').split():
        if word in allowed:
            return word
    found = re.search(r'[A-D]', reply)
    return found.group(0) if found else None
""",
    "by_match": """
def by_match(reply):
    match reply.strip().lower():
        case 'yes':
            return 'A'
        case 'no' | 'never':
            return 'B'
        case text if len(text) > 9:
            return 'C'
    return 'D'
""",
    "by_pattern": """
def by_pattern(subject):
    match subject:
        case [first, second] if first == second:
            return first
        case [_, second]:
            return second
        case {'answer': ('A' | 'B') as letter}:
            return letter
        case {'answer': _}:
            return 'C'
        case Box(value=letter):
            return letter
        case _:
            return 'D'
""",
    "counting": """
def counting():
    count = 0
    def step(letter):
        nonlocal count
        count += 1
        return letter if count < 3 else 'C'
    return step
""",
    "session": """
@contextlib.contextmanager
def session(value):
    try:
        yield value
    except ValueError:
        STATE['rounds'] += 1
""",
    "give": """
def give(letter):
    raise Found(letter)
""",
}
"""Sources by name; decorators stand before what they decorate."""

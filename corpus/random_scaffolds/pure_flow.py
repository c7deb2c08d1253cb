"""Random scaffolds in which a response reaches the answer through data flow alone: every step keeps it as it is."""

from __future__ import annotations

import random
from collections import Counter

from corpus.random_scaffolds.definitions import assembled
from corpus.random_scaffolds.production import blocks
from corpus.random_scaffolds.program import Scaffold

__all__ = ["STEPS", "write_pure_flow"]

STEPS = blocks(
    "flow",
    """
# str
x = str(x)

# list element
x = [x][0]

# tuple
x = tuple([x])[0]

# lambda
x = (lambda y: y)(x)

# mapping
x = {'k': x}['k']

# mapping by get
kept = dict(k=x)
x = kept.get('k')

# f-string
x = f'{x}'

# format
x = '{}'.format(x)

# percent
x = '%s' % x

# join
x = ''.join([x])

# plus nothing
x = x + ''

# strip
x = x.strip()

# replace
x = x.replace('~', '')

# pop
stack = [x]
x = stack.pop()

# append
votes = []
votes.append(x)
x = votes[0]

# extend
votes = []
votes.extend([x])
x = votes[-1]

# unpack
x, y = x, 'B'

# starred unpack
x, *rest = [x, 'B', 'C']

# swapped
y, x = 'B', x

# starred
x = [*[x]][0]

# merged
x = {**{'k': x}}['k']

# helper
x = keep(x)

# local function
def inner():
    return x
x = inner()

# local function with a parameter
def through(value, other='B'):
    return value
x = through(x)

# nonlocal
def put():
    nonlocal y
    y = x
y = 'B'
put()
x = y

# for
for y in [x]:
    x = y

# counted
n = 0
while n < 2:
    n += 1
    x = keep(x)

# comprehension
x = [y for y in [x]][0]

# generator
x = next(iter([x]))

# generator expression
x = next(y for y in [x])

# own generator
x = list(give_one(x))[0]

# max
x = max([x])

# sorted
x = sorted([x])[0]

# most common
x = Counter([x]).most_common(1)[0][0]

# counted votes
x = max({x: 1}, key={x: 1}.get)

# map
x = list(map(keep, [x]))[0]

# zip
x = dict(zip('k', [x]))['k']

# attribute
x = Box(x).value

# method
x = Box(x).get()

# inherited
x = Kept(x).get()

# setattr
box = Box('B')
setattr(box, 'value', x)
x = getattr(box, 'value')

# alias of an object
box = Box('B')
same = box
same.value = x
x = box.value

# partial
x = functools.partial(keep, x)()

# reduce
x = functools.reduce(lambda a, b: b, [x], 'B')

# deque
x = deque([x]).popleft()

# finally
try:
    x = keep(x)
finally:
    y = 'B'

# exception
try:
    raise Found(x)
except Found as found:
    x = found.value

# context manager
with contextlib.nullcontext(x) as y:
    x = y

# walrus
(y := keep(x))
x = y

# constant test
if len('ab') == 2:
    x = keep(x)

# constant conditional
x = x if LIMIT > 2 else 'B'

# match
match [x]:
    case [y]:
        x = y

# module list
SEEN.append(x)
x = SEEN[-1]

# data class
x = Vote(x).letter

# named tuple
x = Answer(x, 'A', 1).letter

# dispatch
x = {'a': keep, 'b': keep}['a'](x)

# decorated
x = memo(keep)(x)

# recursion
x = deep(x, 2)
""",
)


def write_pure_flow(source: random.Random) -> Scaffold:
    """A program whose answer is the solver's only reply."""
    steps = source.sample(STEPS, source.randint(1, 7))
    body = ["gen = 'G'", "x = llm_model(question, exp_config)", "y = 'B'"]
    body += [line for step in steps for line in step.template.split("\n")]
    entry = ["def solve(question, exp_config):", *(f"    {line}" for line in [*body, "return x, gen, 3"])]
    return Scaffold(assembled(entry), Counter(map(str, steps)), flows=True)

"""How random scaffolds count: loops that end by a count, held in names, attributes, containers or queues."""

from __future__ import annotations

from corpus.random_scaffolds.production import blocks

__all__ = ["COUNTED"]

COUNTED = blocks(
    "loop",
    """
# counter of a local function
<local number k> = 0
def <local function bump>():
    nonlocal <k>
    <k> += 1
while <k> < 3:
    <bump>()
    <block>

# counter in a list
<local things c> = [0]
while <c>[0] < 3:
    <c>[0] += 1
    <block>

# counter in a mapping
<local things c> = {'k': 0}
while <c>['k'] < 2:
    <c>['k'] += 1
    <loop block>

# counter of the module
while STATE['rounds'] < 3:
    STATE['rounds'] += 1
    <block>

# global counter
while spent() < 3:
    <block>

# counter of an object
<local things jury> = Ballot()
while <jury>.count < 3:
    <set text> = <jury>.once(<prompt>)

# counter of an object that others change
<local things jury> = Ballot()
while <jury>.count < 4:
    <jury>.run(<prompt>, 2)
    <jury>.once(<prompt>)

# counter on both branches
<local number k> = 0
while <k> < 4:
    if <test>:
        <block>
        <k> += 1
    else:
        <k> += 2

# counter in finally
<local number k> = 0
while <k> < 3:
    try:
        <block>
    finally:
        <k> += 1

# counter in a handler and after
<local number k> = 0
while <k> < 3:
    try:
        <block>
    except Exception:
        <k> += 1
        continue
    <k> += 1

# counter in an else
<local number k> = 0
while <k> < 3:
    try:
        <block>
    except ValueError:
        break
    else:
        <k> += 1

# limit that moves
<local number k>, <local number top> = 0, 2
while <k> < <top>:
    <k> += 1
    if <test> and <top> < 4:
        <top> += 1

# two counters
<local number k>, <local number l> = 0, 5
while <k> < <l>:
    <k> += 1
    <l> -= 1
    <block>

# two ends
<local number k>, <local number l> = 0, 0
while <k> < 3 and <l> < 2:
    if <test>:
        <k> += 1
    else:
        <l> += 1
    <block>

# either end
<local number k>, <local number l> = 0, 0
while <k> < 2 or <l> < 2:
    <k> += 1
    <l> += 1
    <block>

# counter reset between loops
<local number k> = 0
while <k> < 2:
    <k> += 1
    <block>
<k> = 0
while <k> < 2:
    <k> += 1
    <block>

# counter that an inner loop moves
<local number k> = 0
for _ in range(3):
    while <k> < 4:
        <k> += 1
        <block>

# counter assigned anew
<local number k> = 0
while <k> < 3:
    <k> = <k> + 1
    <loop block>

# halved
<local number k> = 9
while <k> > 1:
    <k> //= 2
    <block>

# modified loop variable
for <local number i> in range(3):
    <i> += 5
    <block>

# votes until enough
for _ in range(5):
    if len(<var letters>) >= 3:
        break
    <var letters>.append(extract_answer(<reply>))

# while few votes
while len(<var letters>) < 3:
    <var letters>.append(extract_answer(<reply>))

# while few votes of two kinds
<local things kinds> = {'A': 0, 'B': 0}
for <local number i> in range(4):
    <local letter x> = <letter>
    if <x> in <kinds>:
        <kinds>[<x>] += 1
    if max(<kinds>.values()) > 1:
        break

# queue with a limit
<local things queue> = list(options)
for <local thing x> in <queue>:
    <block>
    if len(<queue>) < 6:
        <queue>.append(<x>)

# stack of depths
<local things stack> = [(question, 0)]
while <stack>:
    <local text x>, <local number d> = <stack>.pop()
    <set text> = llm_model(<x>, {})
    if <d> < 2:
        <stack>.append((<x>, <d> + 1))
        <stack>.append((<x>, <d> + 1))

# breadth first
<local things queue> = deque([(question, 0)])
while <queue>:
    <local text x>, <local number d> = <queue>.popleft()
    if <d> >= 2:
        continue
    <queue>.append((llm_model(<x>, {}), <d> + 1))

# tournament
<local things left> = [o['id'] for o in options]
while len(<left>) > 1:
    <local text a>, <local text b> = <left>.pop(0), <left>.pop(0)
    <left>.append(<a> if 'yes' in llm_model(<a> + <b>, {}) else <b>)
<new letter winner> = <left>[0] if <left> else 'X'

# halves
<local things left> = list(options)
while len(<left>) > 1:
    <local number middle> = len(<left>) // 2
    <left> = <left>[:<middle>] if 'yes' in <reply> else <left>[<middle>:]

# pieces
for <local number i> in range(0, len(options), 2):
    for <local option o> in options[<i>:<i> + 2]:
        <loop block>

# neighbours
for <local option a>, <local option b> in zip(options, options[1:]):
    <loop block>

# enumerate from one
for <local number i>, <local option o> in enumerate(options, start=1):
    if <i> > 2:
        break
    <block>

# remove from a copy
<local things left> = list(options)
for <local option o> in list(<left>):
    if 'no' in llm_model(<o>['text'], {}):
        <left>.remove(<o>)
<new letters kept> = [o['id'] for o in <left>]

# growing history
for <local text x> in list(HISTORY):
    record(<x>)
record(question)

# until nothing changes
<local letters before> = None
<local letters now> = <letters>
for _ in range(4):
    if <now> == <before>:
        break
    <before>, <now> = <now>, sorted(set(<now>)) + [<letter>]

# raised to try again
for <local number attempt> in range(3):
    try:
        <block>
        if <test>:
            raise Refused
        break
    except Refused:
        continue

# nested retries
for <local number attempt> in range(2):
    try:
        for <local number again> in range(2):
            <set text> = <reply>
            if <test>:
                raise ValueError
    except ValueError:
        <block>

# functions for later
<local things later> = [lambda o=o: llm_model(o['text'], {}) for o in options]
for <local function f> in <later>:
    <set text> = <f>()

# late binding
<local things later> = [lambda: llm_model(x, {}) for x in ('p', 'q')]
<new text told> = ' '.join(f() for f in <later>)

# zip with a cycle
for <local option o>, <local text x> in zip(options, itertools.cycle('pq')):
    <block>

# product with repeat
for <local letter a>, <local letter b> in itertools.product('AB', repeat=2):
    <loop block>

# sliding
<local number k> = 0
while <k> + 1 < len(options):
    <block>
    <k> += 1

# index until the end
<local number k> = 0
while <k> < len(<var letters>):
    <block>
    <k> += 1

# for in a while
<local number k> = 0
while <k> < 2:
    for <local option o> in options:
        <block>
        if <test>:
            break
    else:
        <k> += 1
    <k> += 1

# generator closed early
<local things steps> = careful(3)
for <local letter x> in <steps>:
    if <x> != 'X':
        break
<steps>.close()

# generator with a return value
<new text told> = (yield_all(list(options)))
""",
)

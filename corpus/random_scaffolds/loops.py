"""How random scaffolds write loops that end by themselves."""

from __future__ import annotations

from corpus.random_scaffolds.production import blocks

__all__ = ["LOOP"]

LOOP = blocks(
    "loop",
    """
# for (4)
for <local thing x> in <sequence>:
    <loop block>

# sample (3)
for _ in range(<small>):
    <var letters>.append(extract_answer(<reply>))

# for range (3)
for <local number i> in range(<small>):
    <loop block>

# for options
for <local option o> in options:
    <new text told> = llm_model(question + <o>['text'], {})
    <loop block>

# for else
for <local thing x> in <sequence>:
    <loop block>
else:
    <block>

# nested over options
for <local option a> in options:
    for <local option b> in options:
        <loop block>

# pairs by index
for <local number i> in range(len(options)):
    for <local number j> in range(<i> + 1, len(options)):
        <loop block>

# pairs by slice
for <local number i>, <local option a> in enumerate(options):
    for <local option b> in options[<i> + 1:]:
        <loop block>

# unequal pairs
for <local option a> in options:
    for <local option b> in options:
        if <a> is <b>:
            continue
        <loop block>

# first iteration only
for <local number i> in range(3):
    if <i> == 0:
        <block>
    <loop block>

# every second iteration
for <local number i> in range(4):
    if <i> % 2 == 0:
        <block>

# break at once
for <local thing x> in <sequence>:
    <block>
    break

# best of options
<new letter best>, <local number most> = 'X', -1
for <local option o> in options:
    <local number score> = len(llm_model(<o>['text'], {}))
    if <score> > <most>:
        <best>, <most> = <o>['id'], <score>

# retry
<new letter answer> = 'X'
for <local number attempt> in range(<small>):
    <answer> = extract_answer(<reply>)
    if <answer> != 'X':
        break

# retry with handler
<new letter answer> = 'X'
for <local number attempt> in range(<small>):
    try:
        <answer> = extract_answer(<reply>)
        break
    except Exception:
        continue

# retry with else
for <local number attempt> in range(3):
    <new letter answer> = extract_answer(<reply>)
    if <answer> != 'X':
        break
else:
    <answer> = <letter>

# retry that raises at last
for <local number attempt> in range(3):
    try:
        <new letter answer> = extract_answer(<reply>)
        break
    except ValueError:
        if <attempt> == 2:
            raise

# while counter (2)
<local number k> = 0
while <k> < <small>:
    <k> += 1
    <loop block>

# while counter at the end
<local number k> = 0
while <k> < 3:
    <block>
    <k> += 1

# while counter and content
<local number k> = 0
while <k> < 3 and <test>:
    <k> += 1
    <loop block>

# while two steps
<local number k> = 0
while <k> <= 7:
    <k> += 2
    <block>

# while down
<local number k> = <small>
while <k> > 0:
    <k> -= 1
    <loop block>

# while down as truth
<local number k> = 3
while <k>:
    <k> -= 1
    <loop block>

# while not equal
<local number k> = 0
while <k> != 3:
    <k> += 1
    <loop block>

# while true with a counter
<local number k> = 0
while True:
    <k> += 1
    <block>
    if <k> >= <positive> or <test>:
        break

# while true with an early check
<local number k> = 0
while True:
    if <k> == 2:
        break
    <k> += 1
    <block>

# while doubled
<local number k> = 1
while <k> < 8:
    <k> *= 2
    <block>

# while flag
<local flag done>, <local number k> = False, 0
while not <done>:
    <k> += 1
    <block>
    <done> = <k> > 2

# while list grows
<local letters got> = []
while len(<got>) < <positive>:
    <got>.append(<letter>)
    <block>

# while list shrinks
<local letters left> = list(<letters>)
while <left>:
    <local letter x> = <left>.pop()
    <block>

# while options shrink
<local things left> = list(options)
while len(<left>) > 1:
    <left> = <left>[1:]
    <block>

# while walrus
<local things left> = ['p', 'q', '']
while (<local text x> := <left>.pop(0)):
    <block>

# while next
<local things steps> = iter(options)
while (<local thing x> := next(<steps>, None)) is not None:
    <block>

# while else
<local number k> = 0
while <k> < 2:
    <k> += 1
    <loop block>
else:
    <block>

# while tries remain
<local number tries> = 3
while <tries>:
    <tries> -= 1
    try:
        <new letter answer> = extract_answer(<reply>)
        break
    except Exception:
        <answer> = 'X'

# deadline on votes
<local number k> = 0
while max(Counter(<var letters>).values(), default=0) < 2 and <k> < 4:
    <k> += 1
    <var letters>.append(<letter>)

# continue in finally
for <local number i> in range(2):
    try:
        <block>
    finally:
        if <test>:
            continue

# break in finally
for <local number i> in range(3):
    try:
        <block>
    finally:
        if <test>:
            break

# break in try
for <local thing x> in <sequence>:
    try:
        <block>
        break
    except ValueError:
        <block>
    finally:
        <block>

# over a generator
for <local text x> in endless():
    <var letters>.append(<x>)
    if len(<var letters>) > 3 or STATE['rounds'] > 5:
        break
    STATE['rounds'] += 1

# over islice
for <local text x> in itertools.islice(endless(), 2):
    <block>

# generator by hand
<local things steps> = stream(2)
<new letter got> = next(<steps>, 'X')
for <local letter x> in <steps>:
    <got> = <x>

# send
<local things talk_to> = dialogue()
next(<talk_to>)
<new text told> = <talk_to>.send(<prompt>)

# comprehension with a test
<new letters got> = [extract_answer(llm_model(str(x), {})) for x in <sequence> if llm_model(str(x), {}) != 'no']

# nested comprehension
<new letters got> = [extract_answer(llm_model(str(x) + str(y), {})) for x in <sequence> for y in PROMPTS]

# tally
<local counts tally> = {}
for <local letter x> in <letters>:
    <tally>[<x>] = <tally>.get(<x>, 0) + 1
<new letter most> = max(<tally>, key=<tally>.get) if <tally> else 'A'

# eliminate
<local things left> = [o['id'] for o in options]
for <local number i> in range(len(options) - 1):
    <local letter worst> = extract_answer(<reply>)
    if <worst> in <left>:
        <left>.remove(<worst>)
<new letter kept> = <left>[0] if <left> else 'A'

# loop over local functions
for <local function f> in (ask, twice):
    <set text> = <f>(<prompt>)
""",
)

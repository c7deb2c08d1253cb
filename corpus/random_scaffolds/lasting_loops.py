"""How random scaffolds write loops and recursion that may only end by what replies say."""

from __future__ import annotations

from corpus.random_scaffolds.production import blocks

__all__ = ["LASTING"]

LASTING = blocks(
    "lasting",
    """
# until extracted
<new letter answer> = 'X'
while <answer> == 'X':
    <answer> = extract_answer(<reply>)
    llm_model(question, {})

# until yes
while True:
    if 'yes' in llm_model(<prompt>, {}):
        break
    <block>

# counter on one branch
<local number k> = 0
while <k> < 2:
    llm_model(question, {})
    if <test>:
        <k> += 1

# counter set back
<local number k> = 0
while <k> < 3:
    <k> += 1
    if 'yes' in llm_model(question, {}):
        <k> = 0

# grows while read
<local letters queue> = ['A']
for <local letter x> in <queue>:
    if 'yes' in llm_model(<x>, {}):
        <queue>.append(<x>)

# continue past the counter
<local number k> = 0
while <k> < 3:
    if 'no' in llm_model(question, {}):
        continue
    <k> += 1
    <block>

# recursion
def <local function again>(q):
    told = llm_model(q, {})
    return told if 'yes' in told else <again>(told)
<new text told> = <again>(question)

# counter after what may fail
<local number k> = 0
while <k> < 2:
    with Swallow():
        int(llm_model(question, {}))
        <k> += 1
    if <test>:
        <k> += 1

# counter skipped by a handler
<local number k> = 0
while <k> < 2:
    try:
        if 'yes' in llm_model(question, {}):
            raise ValueError
        <k> += 1
    except ValueError:
        <block>

# until votes agree
while len(set(<var letters>)) != 1:
    <var letters>[:] = [extract_answer(llm_model(question, {}))]

# mutual recursion
<new text told> = ping(question)

# list refilled
<local things left> = list(options)
while <left>:
    <left>.pop()
    if 'again' in llm_model(question, {}) + <var letter>:
        <left>.extend(options)

# stop word
<local text told_so> = ''
while not <told_so>.endswith('yes'):
    <told_so> += llm_model(<told_so>, {})

# endless generator
for <local text x> in endless():
    if <x> == 'A':
        break

# iter with a sentinel
for <local text x> in iter(lambda: llm_model(question, {}), 'yes'):
    <block>

# count
for <local number i> in itertools.count():
    if extract_answer(llm_model(question, {})) != 'X':
        break

# words of a reply
for <local text x> in llm_model(question, {}).split():
    <set letter> = extract_answer(llm_model(<x>, {}))

# retry in finally
while True:
    try:
        <new letter answer> = extract_answer(llm_model(question, {}))
        if <answer> != 'X':
            break
    except ValueError:
        pass
""",
)

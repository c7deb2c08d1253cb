"""How random scaffolds bind names, change containers and attributes, and define local functions."""

from __future__ import annotations

from corpus.random_scaffolds.production import blocks

__all__ = ["LOCAL_FUNCTIONS", "SIMPLE"]

SIMPLE = blocks(
    "statement",
    """
# new reply (6)
<new text told> = <reply>

# new letter (4)
<new letter answer> = <letter>

# letter (4)
<set letter> = <letter>

# reply (3)
<set text> = <reply>

# vote (6)
<var letters>.append(<letter>)

# ignored reply
<reply>

# new list
<new letters votes> = <letters>

# list
<set letters> = <letters>

# extend
<var letters>.extend(<letters>)

# insert
<var letters>.insert(0, <letter>)

# augmented list
<set letters> += [<letter>]

# augmented text
<set text> += <prompt>

# pop
<new letter popped> = <var letters>.pop() if <var letters> else <letter>

# store
<var letters>[:1] = [<letter>]

# delete element
del <var letters>[2:]

# clear
<var letters>.clear()

# alias of a list
<new letters other> = <var letters>
<other>.append(<letter>)

# pair
<set letter>, <set letter> = <letter>, <letter>

# new pair
<new letter first>, <new letter second> = <letter>, <letter>

# starred unpacking
<new letter head>, *<new letters rest> = [*<letters>, <letter>]

# chained assignment
<new letter one> = <new letter two> = <letter>

# counter
<set number> += 1

# new number
<new number n> = <number>

# number
<set number> = <number>

# countdown
<set number> -= 1

# flag
<new flag ok> = <test>

# set flag
<set flag> = <test>

# counts
<new counts tallies> = Counter(<letters>)

# weighted vote
<var counts>[<letter>] = <var counts>.get(<letter>, 0) + 1

# mapping of answers
<new text_by_key seen> = {}
<seen>[<letter>] = <letter>
<new letter got> = <seen>.get(<letter>, <letter>)

# setdefault
<new lists_by_key groups> = {}
<groups>.setdefault(<letter>, []).append(<letter>)
<new letters group> = <groups>.get('A', [])

# defaultdict
<new lists_by_key groups> = defaultdict(list)
<groups>[<letter>].append(<letter>)
<new letters group> = sorted(<groups>)

# object
<new box box> = Box(<letter>)
<box>.value = <letter>
<new letter held> = <box>.value

# setattr
<new box box> = Box(<letter>)
setattr(<box>, 'value', <letter>)
<new letter held> = getattr(<box>, 'value')

# change of an object
<var box>.value = <letter>

# object read
<set letter> = <var box>.value

# alias of an object
<new box same> = <var box>
<same>.value = <letter>

# ballot
<new ballot ballot> = Ballot()
<ballot>.run(<prompt>, <small>)
<new letters votes> = <ballot>.votes

# global
STATE['rounds'] += 1

# recorded
record(<prompt>)
<new letters known> = [extract_answer(x) for x in HISTORY]

# global list
SEEN.append(<letter>)

# collect into
collect(<var letters>, <prompt>)

# delete a name
<local letter unused> = <letter>
del <unused>

# assertion
assert <test>, 'not so'

# print
print(<letter>)

# pass
pass
""",
)

LOCAL_FUNCTIONS = blocks(
    "statement",
    """
# local function
def <new function inner>():
    <body letter>
<new letter got> = <inner>()

# local function with a parameter
def <local function inner>(<local text x>, k=2):
    <body letter>
<new letters got> = [<inner>(y) for y in [<reply>, <reply>]]

# nonlocal
def <local function step>():
    nonlocal <bind letter v>
    <v> = <letter>
    return <reply>
<new text told> = <step>()

# lambda
<local function f> = lambda x: x if <test> else <letter>
<new letter got> = <f>(<letter>)

# alias of the solver
<local function ask_it> = llm_model
<new text told> = <ask_it>(<prompt>, <config>)

# counting closure
<new function count> = counting()
<new letter last> = [<count>(<letter>) for _ in range(3)][-1]

# functions in a list
<new letters got> = [f(<prompt>) for f in [ask, twice]]

# dispatch
<local function chosen> = {'A': ask, 'B': twice}.get(<letter>, ask)
<new text told> = <chosen>(<prompt>)
""",
)

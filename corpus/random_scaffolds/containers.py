"""How random scaffolds make containers of every kind, change them, and let their sizes decide how often they ask."""

from __future__ import annotations

from corpus.random_scaffolds.production import blocks

__all__ = ["CONTAINERS"]

CONTAINERS = blocks(
    "construct",
    """
# counter that grows by adding
<local counts tally> = Counter()
for <local letter x> in <letters>:
    <tally>[<x>] += 1
for <local letter y> in <tally>:
    <loop block>

# counter of keywords
<local counts tally> = Counter(A=2, B=0)
for <local letter x> in <tally>:
    <loop block>

# counter after subtract and update
<local counts tally> = Counter('AB')
<tally>.subtract(<letters>)
<tally>.update(C=2)
for <local letter x>, <local number k> in <tally>.most_common():
    if <k> > 0:
        <loop block>

# elements of a counter
<local counts tally> = Counter({'A': <small>, 'B': 1})
for <local letter x> in <tally>.elements():
    <loop block>

# operators of counters
<local counts tally> = Counter('AAB') - Counter('A')
for <local letter x> in <tally> | Counter(<letters>):
    <loop block>

# total of a counter
for _ in range(Counter(<letters>).total()):
    <loop block>

# defaultdict with content
<local counts scores> = defaultdict(int, {'A': 0, 'B': 1})
<scores>[<letter>] += 1
for <local letter x> in <scores>:
    <loop block>

# defaultdict that grows by reading
<local lists_by_key groups> = defaultdict(list)
for <local option o> in options:
    <groups>[<o>['id']]
for <local letter x> in <groups>:
    <loop block>

# defaultdict whose factory asks
<local text_by_key replies> = defaultdict(lambda: <reply>)
<new text told> = <replies>['a'] + <replies>['b'] + <replies>['a']

# defaultdict whose factory is set later
<local text_by_key replies> = defaultdict(str)
<replies>.default_factory = lambda: <reply>
<new text told> = <replies>[<letter>]

# deque with a maximal length
<local things recent> = deque(<letters>, maxlen=2)
<recent>.append(<letter>)
for <local letter x> in <recent>:
    <loop block>

# deque that never gets longer
<local things recent> = deque(maxlen=2)
while len(<recent>) < 3:
    <recent>.append(<letter>)
    <block>
    if <test>:
        break

# deque at both ends
<local things queue> = deque(['a'])
<queue>.appendleft('b')
<queue>.extendleft('cd')
<queue>.rotate(1)
while <queue>:
    <local text x> = <queue>.popleft()
    <loop block>
    if <x> == 'b':
        <queue>.append('e')

# ordered mapping in turns
<local counts lives> = OrderedDict((o['id'], 2) for o in options)
while <lives>:
    <local letter x>, <local number k> = <lives>.popitem(last=False)
    <block>
    if <k> > 1:
        <lives>[<x>] = <k> - 1
        <lives>.move_to_end(<x>, last=False)

# chain of maps
<local counts base> = {'a': 1}
<local counts seen> = ChainMap({}, <base>)
<base>['b'] = 2
<seen>['c'] = 3
for <local text x> in <seen>:
    <loop block>

# namespace through an alias
<local thing space> = SimpleNamespace(rounds=1)
<local thing same> = <space>
<same>.rounds += <small>
while <space>.rounds > 0:
    <same>.rounds -= 1
    <block>

# namespace through its attributes
<local thing space> = SimpleNamespace(**{'rounds': 1})
vars(<space>)['rounds'] += 2
for _ in range(<space>.rounds):
    <loop block>

# what setdefault gives
<local lists_by_key plan> = {'a': ['x']}
<plan>.setdefault('a', []).append(<letter>)
<plan>.setdefault('b', ['y']).extend('zw')
for <local letter x> in <plan>['a'] + <plan>['b']:
    <loop block>

# merged in place through an alias
<local counts plan> = {'a': 1}
<local counts same> = <plan>
<same> |= {'b': 2, 'c': 1}
del <same>['a']
for <local text x> in <plan>:
    for _ in range(<plan>[<x>]):
        <block>

# keys that share a list
<local lists_by_key notes> = dict.fromkeys('pq', [])
<notes>['p'].append(<letter>)
<notes>['q'].append(<letter>)
for <local letter x> in <notes>['p']:
    <loop block>

# live view of keys
<local counts seen> = {}
<local things names> = <seen>.keys()
<seen>[<letter>] = 1
<seen>['b'] = 2
for <local letter x> in <names>:
    <loop block>

# slices that grow and shrink
<local things steps> = ['a', 'b', 'c']
<steps>[1:1] = <letters>
<steps>[:0] = 'xy'
del <steps>[::2]
for <local text x> in <steps>:
    <loop block>

# list repeated in place
<local things steps> = ['a', 'b']
<local things same> = <steps>
<same> *= 2
<same> += 'cd'
for <local text x> in <steps>:
    <loop block>

# rows that are one list
<local things rows> = [[]] * 2
for <local letters row> in <rows>:
    <row>.append(<letter>)
for <local letters row> in <rows>:
    for <local letter x> in <row>:
        <block>

# words that are changed
<local things words> = 'one two'.split()
<words>.append(<letter>)
<words>.insert(0, 'zero')
while <words>:
    <local text x> = <words>.pop()
    <block>

# lines that are changed
<local things lines> = 'one\\ntwo\\n'.splitlines()
<lines>.extend(<letters>)
for <local text x> in <lines>:
    <loop block>

# matches that are changed
<local things found> = re.findall('[A-D]', 'A and B') + re.split('(;)', 'p;q')
<found>.append(<letter>)
for <local text x> in <found>:
    <loop block>

# read from JSON and changed
<local thing plan> = json.loads('{"steps": ["a"], "rounds": 2}')
<plan>['steps'].append(<letter>)
<plan>['rounds'] += 1
for <local text x> in <plan>['steps']:
    for _ in range(<plan>['rounds']):
        <block>

# set changed through an alias
<local things names> = {'A'}
<local things same> = <names>
<same> |= set(<letters>)
<same> ^= {'A', 'Z'}
for <local letter x> in sorted(<names>):
    <loop block>

# heap with pushes
<local things heap> = [(0, 'a'), (0, 'b')]
while <heap>:
    <local number k>, <local text x> = heapq.heappop(<heap>)
    <block>
    if <k> < 1:
        heapq.heappush(<heap>, (<k> + 1, <x>))

# list that grows in its loop
<local things steps> = ['a']
for <local text x> in <steps>:
    <block>
    if len(<steps>) < 3:
        <steps>.append(<letter>)

# deep copy that is emptied
<local lists_by_key plan> = {'a': <letters>}
<local lists_by_key other> = copy.deepcopy(<plan>)
<other>['a'].clear()
for <local letter x> in <plan>['a']:
    <loop block>

# deep copy that is kept
<local lists_by_key plan> = {'a': <letters>}
<local lists_by_key other> = copy.deepcopy(<plan>)
<plan>['a'].clear()
for <local letter x> in <other>['a']:
    <loop block>

# shallow copy that shares
<local lists_by_key plan> = {'a': ['x']}
copy.copy(<plan>)['a'].extend(<letters>)
for <local letter x> in <plan>['a']:
    <loop block>
""",
)

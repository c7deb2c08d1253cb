"""How random scaffolds hand functions and objects of their own to library code, and generators that are talked to."""

from __future__ import annotations

from corpus.random_scaffolds.production import blocks

__all__ = ["EFFECTS"]

EFFECTS = blocks(
    "construct",
    """
# substitution with an effect
<local letters found> = []
re.sub('[A-D]', lambda m: <found>.append(m[0]) or '', 'A, B or C')
for <local letter x> in <found>:
    <loop block>

# substitution that asks
<new text told> = re.sub('o', lambda m: <reply>, 'one or two', count=2)

# sort key with an effect
<local letters found> = []
sorted(options, key=lambda o: <found>.append(o['id']) or 0)
for <local letter x> in <found>:
    <loop block>

# least by a key with an effect
<local counts left> = {'k': 0}
def <local function rank>(<local thing x>):
    <left>['k'] += 1
    return str(<x>)
min('abc', key=<rank>)
while <left>['k'] > 0:
    <left>['k'] -= 1
    <block>

# largest by a key with an effect
<local letters found> = []
heapq.nlargest(1, [3, 1, 2], key=lambda x: <found>.append('A') or x)
while <found>:
    <local letter x> = <found>.pop()
    <block>

# largest by a key that asks
<new letters got> = heapq.nlargest(1, 'ABC', key=lambda x: llm_model(x, {}))

# groups by a key with an effect
<local letters found> = []
<local things groups> = [list(g) for _, g in itertools.groupby(options, key=lambda o: <found>.append(o['id']))]
for <local letter x> in <found>:
    <loop block>

# partial of append
<local letters log> = []
<local function note> = functools.partial(<log>.append, 'A')
for <local function f> in (<note>, <note>, <log>.copy):
    <f>()
for <local letter x> in <log>:
    <loop block>

# append as a callback
<local letters log> = []
list(map(<log>.append, <letters>))
any(map(<log>.append, 'AB'))
for <local letter x> in <log>:
    <loop block>

# map that is not drawn
<local things replies> = map(lambda o: llm_model(o['text'], {}), options)
<new text told> = next(<replies>, '')
<new letters got> = [extract_answer(y) for y in [*<replies>, *<replies>]]

# sentinel
<local letters got> = []
for <local text x> in iter(lambda: <reply>, 'yes'):
    <got>.append(<letter>)
    if len(<got>) > 2:
        break

# chain of groups that grow
<local things groups> = [['a'], ['b']]
for <local text x> in itertools.chain.from_iterable(<groups>):
    <block>
    if <x> == 'a':
        <groups>[1].extend('cd')

# limit that is sent
<local things steps> = counts_down()
next(<steps>)
<steps>.send(<small>)
for <local number k> in <steps>:
    <loop block>

# rounds from the end of a generator
<local things steps> = ends_with(<small>)
try:
    while True:
        <local number k> = next(<steps>)
        <block>
except StopIteration as stop:
    <k> = stop.value
for _ in range(<k>):
    <loop block>

# replies that are sent
<new text told> = answered(asks_for(<prompt>, <small>))

# generator that is closed
<local things steps> = closing_steps()
<new text told> = next(<steps>)
<steps>.close()

# generator that is thrown into
<local things steps> = patient()
next(<steps>)
<new text told> = <steps>.throw(ValueError())

# closing
with contextlib.closing(Session()) as session:
    <new text told> = session.note

# exit stack
with contextlib.ExitStack() as stack:
    stack.callback(Session().close)
    stack.enter_context(Asking('enter'))
    <block>

# manager function that suppresses
with suppressing():
    raise ValueError

# print to an object
<local thing asking> = AskingFile()
print(<letter>, 'b', file=<asking>, flush=True)
<new text told> = ''.join(<asking>.replies)

# redirected print
with contextlib.redirect_stdout(AskingFile()):
    print(<letter>)

# log handler
<local thing handler>, <local thing log> = AskingHandler(), logging.Logger('asking')
<log>.addHandler(<handler>)
<log>.warning('a %s', <letter>)
<log>.debug('b')
<new letters got> = [extract_answer(y) for y in <handler>.replies]

# log filter
<local thing log> = logging.Logger('filtered')
<log>.addFilter(AskingFilter())
<log>.error('c')

# JSON to an object
<local thing asking> = AskingFile()
json.dump(['a', 'b'], <asking>)
for <local text x> in <asking>.replies:
    <loop block>

# JSON with a default
<new text told> = json.dumps([Swallow()], default=lambda x: <reply>)

# JSON with an encoder
<new text told> = json.dumps([Swallow(), {}], cls=AskingEncoder)

# rows to an object
<local thing asking> = AskingFile()
csv.writer(<asking>).writerows([['a', 'b'], [<letter>]])
for <local text x> in <asking>.replies:
    <loop block>

# syntax visitor
<local thing visitor> = AskingVisitor()
<visitor>.visit(ast.parse('a + b * 3'))
<new letters got> = [extract_answer(y) for y in <visitor>.replies]

# missing member
<new letter got> = Doubtful(<letter>).value

# formatter
<new text told> = AskingFormatter().format('{a} and {b}')

# template
<new text told> = string.Template('$a and $b').substitute(Answers(a='A'))

# abstract mapping
<new text told> = AskingMapping().get(<letter>, '') + ''.join(AskingMapping().values())

# dictionary of the library
<local thing kept> = AskingDict({'a': 'x'}, b='y')
<kept>.update(c=<letter>)
<new text told> = <kept>['c']

# random source
<new letter got> = AskingRandom(1).choice('ABCD')

# text wrapper
<new text told> = ' '.join(AskingWrapper(width=9).wrap('one two three'))

# texts of elements
<new text told> = str([Shown('a'), Retold('b')])

# finalizer
<local thing session> = Farewell()
del <session>
""",
)

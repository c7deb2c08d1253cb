"""How random scaffolds compose functions: closures in closures, decorators that stack, chains of objects, caches."""

from __future__ import annotations

from corpus.random_scaffolds.production import blocks, table

__all__ = ["COMPOSED_REPLIES", "COMPOSITIONS"]

COMPOSED_REPLIES = table(
    "reply",
    {
        "then": "then(ask, ask)(<prompt>)",
        "then in then": "then(then(ask, str.strip), ask)(<prompt>)",
        "composed": "compose(ask, str.strip, ask)(<prompt>)",
        "composed of composed": "compose(compose(ask, ask), ask)(<prompt>)",
        "curried": "curried(lambda a, b: llm_model(a + b, {}))(<prompt>)('!')",
        "doubled": "doubled(doubled(ask))(<prompt>)",
        "doubled doubling": "doubled(doubled)(ask)(<prompt>)",
        "repeated": "repeated(<small>)(ask)(<prompt>)",
        "repeated of repeated": "repeated(2)(repeated(<small>)(ask))(<prompt>)",
        "stacked decorators": "stacked(<prompt>)",
        "stacked plain decorators": "stacked_plainly(<prompt>)",
        "one decorator on two functions": "outer_step(<prompt>)",
        "stacked decorating objects": "stacked_objects(<prompt>)",
        "decorated method": "Decorated().ask(<prompt>)",
        "wrapped function reached": "stacked_plainly.__wrapped__(<prompt>)",
        "fluent": "Flow(<prompt>).map(ask).map(ask).value",
        "lazy fluent": "LazyFlow(lambda: <prompt>).map(ask).map(ask).run()",
        "builder": "Builder().add('a').add('b', <small>).run(<prompt>)",
        "middleware": "with_middleware(ask, <small>)(<prompt>)",
        "linked handlers": "Handler('a', Handler('b', Handler('c'))).handle(<prompt>)",
        "linked closures": "linked(options)(<prompt>)",
        "memo of a memo": "memo(memo(ask))(<prompt>)",
        "two memos": "memo(ask)(<prompt>) + memo(ask)(<prompt>)",
        "trampoline": "trampolined(<prompt>, <small>)",
        "small cache": "remembers_one(<prompt>) + remembers_one('b') + remembers_one(<prompt>)",
        "cleared cache": "(cached(<prompt>), cached.cache_clear(), cached(<prompt>))[0]",
        "cached property": "Cached().opinion",
        "dispatch by type": "by_type([<prompt>, 'b'])",
        "partial of a partial": "functools.partial(functools.partial(repeated_ask, rounds=3), rounds=2)(<prompt>)",
        "registered steps": "run_registered(<prompt>)",
        "changed defaults": "with_changed_default()(<prompt>)",
    },
)

COMPOSITIONS = blocks(
    "construct",
    """
# late binding
<local things jobs> = []
for <local number k> in (1, 2, 3):
    <jobs>.append(lambda: [llm_model('j', {}) for _ in range(<k>)])
<new letters got> = [extract_answer(y) for f in <jobs> for y in f()]

# early binding
<local things jobs> = []
for <local number k> in (1, 2, 3):
    <jobs>.append(lambda k=<k>: [llm_model('j', {}) for _ in range(k)])
<new letters got> = [extract_answer(y) for f in <jobs> for y in f()]

# wrapped in a loop
<local function f> = ask
for _ in range(2):
    <f> = doubled(<f>)
<new text told> = <f>(<prompt>)

# counter of a decorator
while counted_ask.calls < <small>:
    <new text told> = counted_ask(<prompt>)

# cached list that grows
cached_list().append(<letter>)
for <local letter x> in cached_list():
    <loop block>

# counter set back by a closure
<local number tries> = 0
def <local function refill>():
    nonlocal <tries>
    <tries> -= 'yes' in <reply>
while <tries> < 2:
    <tries> += 1
    <refill>()
    <block>
""",
)

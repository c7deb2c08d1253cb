"""Functions and classes of random scaffolds that make functions of functions."""

from __future__ import annotations

__all__ = ["COMPOSING_FUNCTIONS"]

COMPOSING_FUNCTIONS = {
    "then": """
def then(first, second):
    return lambda value: second(first(value))
""",
    "compose": """
def compose(*functions):
    return functools.reduce(lambda f, g: lambda x: g(f(x)), functions)
""",
    "curried": """
def curried(function):
    def take(first):
        def take_second(second):
            return function(first, second)
        return take_second
    return take
""",
    "doubled": """
def doubled(function):
    @functools.wraps(function)
    def twice_over(value):
        return function(function(value))
    return twice_over
""",
    "repeated": """
def repeated(times):
    def decorate(function):
        def again(value):
            for _ in range(times):
                value = function(value)
            return value
        return again
    return decorate
""",
    "Repeating": """
class Repeating:
    def __init__(self, times):
        self.times = times
    def __call__(self, function):
        def again(value):
            for _ in range(self.times):
                value = function(value)
            return value
        return again
""",
    "stacked": """
@repeated(2)
@repeated(3)
def stacked(prompt):
    return llm_model(prompt, {})
""",
    "stacked_plainly": """
@doubled
@doubled
def stacked_plainly(prompt):
    return llm_model(prompt, {})
""",
    "inner_step": """
@doubled
def inner_step(prompt):
    return llm_model(prompt, {})
""",
    "outer_step": """
@doubled
def outer_step(prompt):
    return inner_step(prompt)
""",
    "stacked_objects": """
@Repeating(2)
@Repeating(times=2)
def stacked_objects(prompt):
    return llm_model(prompt, {})
""",
    "Decorated": """
class Decorated:
    @staticmethod
    @doubled
    @doubled
    def ask(prompt):
        return llm_model(prompt, {})
""",
    "Flow": """
class Flow:
    def __init__(self, value):
        self.value = value
    def map(self, function):
        return Flow(function(self.value))
""",
    "LazyFlow": """
class LazyFlow:
    def __init__(self, run):
        self.run = run
    def map(self, function):
        return LazyFlow(lambda: function(self.run()))
""",
    "Builder": """
class Builder:
    def __init__(self):
        self.steps = []
    def add(self, step, times=1):
        self.steps += [step] * times
        return self
    def run(self, text):
        for step in self.steps:
            text = llm_model(step + text, {})
        return text
""",
    "with_middleware": """
def with_middleware(handle, layers):
    def layer(following):
        return lambda text: following(text) if 'yes' in text else following(following(text))
    for _ in range(layers):
        handle = layer(handle)
    return handle
""",
    "Handler": """
class Handler:
    def __init__(self, name, following=None):
        self.name, self.following = name, following
    def handle(self, prompt):
        reply = llm_model(self.name + prompt, {})
        return self.following.handle(reply) if self.following else reply
""",
    "linked": """
def linked(options):
    chain = str.strip
    for option in options:
        chain = lambda text, before=chain: llm_model(before(text), {})
    return chain
""",
    "trampolined": """
def trampolined(prompt, left):
    def step(left):
        reply = llm_model(prompt, {})
        return (lambda: step(left - 1)) if left > 0 else reply
    value = step(left)
    while callable(value):
        value = value()
    return value
""",
    "remembers_one": """
@functools.lru_cache(maxsize=1)
def remembers_one(prompt):
    return llm_model(prompt, {})
""",
    "cached_list": """
@functools.cache
def cached_list():
    return ['A']
""",
    "Cached": """
class Cached:
    @functools.cached_property
    def opinion(self):
        return llm_model('opinion', {})
""",
    "by_type": """
@functools.singledispatch
def by_type(what):
    return llm_model(str(what), {})

@by_type.register
def _(what: list):
    return ''.join(by_type(one) for one in what)
""",
    "repeated_ask": """
def repeated_ask(prompt, rounds=1):
    for _ in range(rounds):
        prompt = llm_model(prompt, {})
    return prompt
""",
    "registered": """
REGISTERED = []

def registered(function):
    REGISTERED.append(function)
    return function
""",
    "registered_step": """
@registered
@registered
def registered_step(text):
    return llm_model(text, {})
""",
    "run_registered": """
def run_registered(text):
    for step in REGISTERED + [registered_step]:
        text = step(text)
    return text
""",
    "with_changed_default": """
def with_changed_default():
    repeated_ask.__defaults__ = (3,)
    return repeated_ask
""",
    "counted_ask": """
def counted_ask(prompt):
    counted_ask.calls += 1
    return llm_model(prompt, {})

counted_ask.calls = -1
""",
}
"""Sources by name; decorators stand before what they decorate."""

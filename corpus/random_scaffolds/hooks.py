"""Classes and generators of random scaffolds that library code, or the language, calls at places nobody sees."""

from __future__ import annotations

__all__ = ["HOOKS"]

HOOKS = {
    "Session": """
class Session:
    note = 'open'
    def close(self):
        self.note = llm_model('close', {})
""",
    "suppressing": """
@contextlib.contextmanager
def suppressing():
    try:
        yield llm_model('enter', {})
    except ValueError:
        llm_model('suppressed', {})
    finally:
        llm_model('leave', {})
""",
    "AskingFile": """
class AskingFile:
    def __init__(self):
        self.replies = []
    def write(self, text):
        if text.strip(' ,"[]'):
            self.replies.append(llm_model(text, {}))
        return len(text)
    def flush(self):
        llm_model('flush', {})
""",
    "AskingHandler": """
class AskingHandler(logging.Handler):
    def __init__(self):
        super().__init__(logging.INFO)
        self.replies = []
    def emit(self, record):
        self.replies.append(llm_model(record.getMessage(), {}))
""",
    "AskingFilter": """
class AskingFilter(logging.Filter):
    def filter(self, record):
        return llm_model(record.getMessage(), {}) == 'never'
""",
    "AskingEncoder": """
class AskingEncoder(json.JSONEncoder):
    def default(self, o):
        return llm_model('default', {})
""",
    "AskingVisitor": """
class AskingVisitor(ast.NodeVisitor):
    replies = []
    def visit_Name(self, node):
        self.replies.append(llm_model(node.id, {}))
""",
    "Doubtful": """
class Doubtful(Enum):
    FIRST = 'A'
    SECOND = 'B'
    @classmethod
    def _missing_(cls, value):
        return cls.FIRST if 'yes' in llm_model(str(value), {}) else cls.SECOND
""",
    "AskingFormatter": """
class AskingFormatter(string.Formatter):
    def get_value(self, key, args, kwargs):
        return llm_model(str(key), {})
""",
    "AskingMapping": """
class AskingMapping(Mapping):
    def __getitem__(self, key):
        return llm_model(key, {})
    def __iter__(self):
        return iter('ab')
    def __len__(self):
        return 2
""",
    "AskingDict": """
class AskingDict(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key, llm_model(value, {}))
""",
    "AskingRandom": """
class AskingRandom(random.Random):
    def random(self):
        llm_model('number', {})
        return 0.4
""",
    "AskingWrapper": """
class AskingWrapper(textwrap.TextWrapper):
    def _split(self, text):
        return super()._split(llm_model(text, {}) + 'a b')
""",
    "Retold": """
class Retold(Shown):
    def __repr__(self):
        return llm_model('repr', {})
""",
    "Farewell": """
class Farewell:
    def __del__(self):
        llm_model('bye', {})
""",
    "counts_down": """
def counts_down():
    left = 1
    while left > 0:
        more = yield left
        left = left - 1 if more is None else more
""",
    "ends_with": """
def ends_with(rounds):
    yield 1
    return rounds + 1
""",
    "asks_for": """
def asks_for(prompt, rounds):
    for _ in range(rounds):
        prompt = yield prompt
    return prompt
""",
    "answered": """
def answered(steps):
    try:
        prompt = next(steps)
        while True:
            prompt = steps.send(llm_model(prompt, {}))
    except StopIteration as stop:
        return stop.value
""",
    "closing_steps": """
def closing_steps():
    try:
        yield llm_model('open', {})
        yield 'more'
    finally:
        llm_model('closing', {})
""",
    "patient": """
def patient():
    while True:
        try:
            yield 'waiting'
        except ValueError:
            yield llm_model('handled', {})
""",
}
"""Sources by name; bases stand before their heirs."""

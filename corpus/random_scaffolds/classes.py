"""Classes of random scaffolds."""

from __future__ import annotations

__all__ = ["CLASSES"]

CLASSES = {
    "LookedUp": """
class LookedUp:
    def __get__(self, instance, owner):
        return 'B' if instance is None else instance.value
""",
    "AskingType": """
class AskingType(type):
    def __call__(cls, letter):
        return 'C' if 'yes' in llm_model(letter, {}) else letter
""",
    "Panel": """
class Panel:
    members = ('p', 'q')
    def __init__(self, rounds=2):
        self.rounds = rounds
        self.first = llm_model('start', {})
    @property
    def opinion(self):
        return llm_model('opinion', {})
    def decide(self):
        for _ in range(self.rounds):
            letter = extract_answer(llm_model(self.first, {}))
            if letter != 'X':
                return letter
        return self.fallback()
    def fallback(self):
        return 'A'
""",
    "Bench": """
class Bench:
    members = ('p', 'q')
    def __iter__(self):
        for member in self.members:
            yield extract_answer(llm_model(member, {}))
    def __len__(self):
        return len(self.members)
    def __getitem__(self, place):
        return extract_answer(llm_model(self.members[place], {}))
    def __contains__(self, letter):
        return 'yes' in llm_model(letter, {})
""",
    "LongBench": """
class LongBench(Bench):
    members = ('r', 's', 't')
""",
    "Jury": """
class Jury(Panel):
    members = ('r', 's', 't')
    def __init__(self):
        super().__init__(3)
        self.asked = []
    def fallback(self):
        self.asked.append(self.opinion)
        return extract_answer(self.asked[-1])
""",
    "Asking": """
class Asking:
    def __init__(self, prompt):
        self.prompt = prompt
    def __enter__(self):
        return llm_model(self.prompt, {})
    def __exit__(self, *details):
        llm_model('bye', {})
        return False
""",
    "Desk": """
class Desk:
    def __init__(self, value):
        self.value = value
        self.asks = {'plain': llm_model, 'twice': lambda q, c: llm_model(llm_model(q, c), c)}
    def __getitem__(self, name):
        return self.asks[name]
    def __setitem__(self, name, asks):
        self.asks[name] = asks
    @property
    def asking(self):
        return self.asks['plain']
    def __enter__(self):
        return self.asks['twice']
    def __exit__(self, *details):
        return False
    def __or__(self, other):
        return other.asks['twice']
    def __iadd__(self, other):
        self.value += llm_model(other, {})
        return self
""",
    "Lent": """
class Lent(dict):
    pass
""",
    "Open": """
class Open:
    def __init__(self, asks):
        self.asks = [asks]
    def __getattr__(self, name):
        return self.asks[0]
""",
    "Link": """
class Link:
    def __init__(self, asks, following=None):
        self.asks = asks
        self.following = following
    def heard(self, prompt):
        more = self.following.heard(prompt) if self.following else ''
        return self.asks(prompt + more, {})
""",
    "Vote": """
@dataclass
class Vote:
    letter: str = 'X'
    weight: int = 1
    reasons: list = field(default_factory=list)

    def better(self, other):
        return self if self.weight >= other.weight else other
""",
    "Answer": """
Answer = namedtuple('Answer', 'letter gen difficulty')
""",
    "Refused": """
class Refused(Exception):
    pass
""",
    "Found": """
class Found(Exception):
    def __init__(self, value):
        super().__init__(value)
        self.value = value
""",
    "Swallow": """
class Swallow:
    def __enter__(self):
        return True
    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, (ValueError, RuntimeError))
""",
    "Box": """
class Box:
    def __init__(self, value):
        self.value = value
    @property
    def lower(self):
        return self.value.lower()
    def get(self):
        return self.value
""",
    "Kept": """
class Kept(Box):
    pass
""",
    "Lid": """
class Lid(Box):
    def get(self):
        return super().get() or 'D'
""",
    "Ballot": """
class Ballot:
    limit = 3
    def __init__(self):
        self.votes = []
        self.count = 0
    def once(self, prompt):
        self.count += 1
        return llm_model(prompt, {})
    def run(self, prompt, rounds):
        while self.count < rounds:
            self.votes.append(extract_answer(self.once(prompt)))
        return self
    @staticmethod
    def quick(prompt):
        return llm_model(prompt, {})
""",
    "Doubter": """
class Doubter(Ballot):
    def once(self, prompt):
        reply = super().once(prompt)
        return super().once(reply) if 'no' in reply else reply
""",
    "Chosen": """
class Chosen:
    def __class_getitem__(cls, letter):
        return 'A' if letter == 'B' else letter
    def __init__(self, value):
        self.value = value
    looked_up = LookedUp()
    def __getattr__(self, name):
        return extract_answer(llm_model(name, {}))
""",
    "Plain": """
class Plain(metaclass=AskingType):
    pass
""",
    "Shown": """
class Shown:
    def __init__(self, value):
        self.value = value
    def __str__(self):
        return extract_answer(llm_model(self.value, {}))
    def __format__(self, spec):
        return self.value.lower().upper()
""",
    "Ranked": """
class Ranked:
    def __init__(self, value):
        self.value = value
    def __lt__(self, other):
        return 'yes' in llm_model(other.value, {})
""",
    "Answers": """
class Answers(dict):
    def __missing__(self, key):
        return extract_answer(llm_model(key, {}))
""",
    "Choice": """
class Choice(Enum):
    FIRST = 'A'
    SECOND = 'B'
""",
    "Verdict": """
class Verdict(Exception):
    weight = 'C'
    def __init__(self, letter='A'):
        self.letter = letter
""",
    "Voter": """
class Voter:
    def __call__(self, prompt):
        return llm_model(prompt, {'temperature': 0.5})
""",
}
"""Sources by name; bases stand before their heirs."""

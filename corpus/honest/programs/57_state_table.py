"""A state machine as a table of functions; each returns the name of the next state."""
from dataclasses import dataclass, field
from enum import StrEnum


class S(StrEnum):
    READ = "read"
    GUESS = "guess"
    DOUBT = "doubt"
    SETTLE = "settle"
    END = "end"


@dataclass
class Memory:
    question: str
    options: list
    config: dict
    notes: list = field(default_factory=list)
    guess: str = ""
    answer: str = "X"

    def listing(self):
        return "\n".join(f"{o['id']}. {o['text']}" for o in self.options)

    def is_option(self, letter):
        return any(o["id"] == letter for o in self.options)


def read(m):
    m.notes.append(llm_model(f"{m.question}\n\nWhat exactly is asked? One sentence.", m.config))
    return S.GUESS


def guess(m):
    m.guess = extract_answer(
        llm_model(f"{m.notes[-1]}\n{m.question}\n{m.listing()}\nYour first guess, one letter:", m.config)
    )
    return S.DOUBT if m.is_option(m.guess) else S.SETTLE


def doubt(m):
    m.notes.append(llm_model(f"{m.question}\n{m.listing()}\nWhy could {m.guess} be wrong? Two sentences.", m.config))
    return S.SETTLE


def settle(m):
    letter = extract_answer(
        llm_model(f"{m.question}\n{m.listing()}\nNotes:\n" + "\n".join(m.notes) + "\nFinal letter:", m.config)
    )
    if m.is_option(letter):
        m.answer = letter
    return S.END


TABLE = {S.READ: read, S.GUESS: guess, S.DOUBT: doubt, S.SETTLE: settle}


def solve_table(question, options, exp_config):
    memory = Memory(question, options, exp_config)
    state = S.READ
    for _ in range(len(TABLE)):
        state = TABLE[state](memory)
        if state is S.END:
            break
    return memory.answer, "B", 5

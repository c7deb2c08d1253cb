"""A decorator counts the calls; the scaffold stops asking for more votes when eight are used."""
from functools import wraps
from itertools import cycle

LIMIT = 8


def counted(function):
    @wraps(function)
    def wrapper(*args):
        wrapper.calls += 1
        return function(*args)

    wrapper.calls = 0
    return wrapper


@counted
def ask(prompt, exp_config):
    return llm_model(prompt, exp_config)


def solve_counted(question, options, exp_config):
    ask.calls = 0
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    votes = dict.fromkeys((o["id"] for o in options), 0)
    tones = cycle(["Be literal.", "Be sceptical.", "Think of an example first."])

    while ask.calls < LIMIT:
        reply = ask(f"{next(tones)}\n{question}\n{listing}\nLetter of the answer:", exp_config)
        letter = extract_answer(reply)
        if letter in votes:
            votes[letter] += 1
        ordered = sorted(votes.values(), reverse=True)
        lead = ordered[0] - (ordered[1] if len(ordered) > 1 else 0)
        if lead >= 2 and ask.calls >= 3:
            break

    best = max(votes, key=votes.get)
    if votes[best] == 0:
        return "X", "D", 4
    return best, "D", 4

from functools import partial
from operator import attrgetter, methodcaller
from types import SimpleNamespace


def vote(sheet, config, *, role):
    reply = llm_model(f"As a {role}:\n{sheet}\nLetter:", config)
    return SimpleNamespace(role=role, reply=reply, letter=extract_answer(reply))


def solve_partial_votes(question, options, exp_config):
    sheet = question + "\n" + "\n".join(map("{0[id]}. {0[text]}".format, options))
    ballot = partial(vote, sheet, exp_config)
    votes = [ballot(role=role) for role in ("botanist", "farmer", "cook", "painter", "poet")]
    votes.sort(key=attrgetter("letter", "role"))
    letters = [one.letter for one in votes if one.letter != "X"]
    spoken = sum(map(len, map(methodcaller("split"), map(attrgetter("reply"), votes))))
    if not letters:
        return "X", "C", 5
    return max(letters, key=letters.count), "C", 3 if spoken < 1000 else 4

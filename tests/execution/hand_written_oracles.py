"""Programs written by hand that print where the answer of each run comes from, as the specification has it.

They hold what a narrowing of paths by lines could get wrong: helpers called twice or never, one-line bodies, loops that
run unevenly, ``finally``, generators that nobody draws from, names looked up by text, and tests made more than once.
"""

from __future__ import annotations

__all__ = ["HAND_WRITTEN"]

_PROGRAMS = """
# a helper called twice: its branch ran in the other call
def read(text):
    letter = extract_answer(llm_model(text, {})); print("solver")
    if letter == "X":
        letter = "A"; print("fallback")
    return letter
def solve(question):
    first = read(question)
    second = extract_answer(llm_model(question + "!", {}))
    if second == "X":
        return read(question + "?"), "E", 3
    print("solver"); return second, "E", 3
# a fallback that an earlier iteration took, and a later one overwrote
def solve(question):
    for number in range(3):
        letter = extract_answer(llm_model(question, {}))
        why = "solver"
        if letter == "X":
            letter = "A"
            why = "fallback"
    print(why)
    return letter, "E", 3
# the same with a fallback that stays
def solve(question):
    letter, why = "A", "fallback"
    for number in range(3):
        found = extract_answer(llm_model(question, {}))
        if found != "X":
            letter = found
            why = "solver"
    print(why)
    return letter, "E", 3
# the test of a loop's last round decides
def solve(question):
    for number in range(2):
        letter = extract_answer(llm_model(question, {}))
        if letter != "X":
            why = "solver"
        else:
            letter = "B"; why = "fallback"
    print(why)
    return letter, "E", 3
# one line
def solve(question):
    letter = extract_answer(llm_model(question, {})); why = "solver"
    if letter == "X": letter = "A"; why = "fallback"
    print(why)
    return letter, "E", 3
# one line with else on the next
def solve(question):
    letter = extract_answer(llm_model(question, {}))
    if letter == "X": letter = "A"; why = "fallback"
    else: why = "solver"
    print(why)
    return letter, "E", 3
# a test over two lines, its body on the second
def solve(question):
    letter = extract_answer(llm_model(question, {})); why = "solver"
    if (letter == "" or
        letter == "X"): letter = "A"; why = "fallback"
    print(why)
    return letter, "E", 3
# a generator that nobody draws from
def letters(question):
    yield extract_answer(llm_model(question, {}))
def solve(question):
    waiting = letters(question)
    letter = extract_answer(llm_model(question + "!", {})); why = "solver"
    if letter == "X":
        letter = "C"; why = "fallback"
    print(why)
    return letter, "E", 3
# a generator drawn from only where nothing was found
def letters(question):
    yield "C"
def solve(question):
    waiting = letters(question)
    letter = extract_answer(llm_model(question + "!", {})); why = "solver"
    if letter == "X":
        letter = next(waiting); why = "fallback"
    print(why)
    return letter, "E", 3
# a key function that an empty list never calls
def rank(letter):
    return "ABCD".index(letter)
def solve(question):
    found = [one for one in llm_model(question, {}).split() if one in ("A", "B", "C")]
    found = sorted(found, key=rank)
    if found:
        print("solver")
        return found[0], "E", 3
    print("fallback")
    return "D", "E", 3
# short circuit: the helper is not called
def other(question):
    return extract_answer(llm_model(question + "again", {}))
def solve(question):
    letter = extract_answer(llm_model(question, {}))
    letter = letter if letter != "X" else other(question)
    if letter == "X":
        print("fallback"); return "A", "E", 3
    print("solver"); return letter, "E", 3
# a nested function that is called where it stands
def solve(question):
    def ask():
        letter = extract_answer(llm_model(question, {}))
        if letter == "X":
            print("fallback")
            return "A"
        print("solver")
        return letter
    return ask(), "E", 3
# a nested function under two names
def solve(question):
    def ask():
        letter = extract_answer(llm_model(question, {}))
        if letter == "X":
            print("fallback"); return "A"
        print("solver"); return letter
    twice = ask
    first = ask()
    second = twice()
    return second, "E", 3
# globals() calls what is called once by name
def ask(question):
    letter = extract_answer(llm_model(question, {})); print("solver")
    if letter == "X":
        letter = "A"; print("fallback")
    return letter
def solve(question):
    first = globals()["ask"](question)
    second = ask(question)
    return second, "E", 3
# recursion
def ask(question, left):
    letter = extract_answer(llm_model(question, {}))
    if letter != "X":
        print("solver")
        return letter
    if left == 0:
        print("fallback")
        return "A"
    return ask(question, left - 1)
def solve(question):
    return ask(question, 2), "E", 3
# finally that overrides
def solve(question):
    letter = "A"
    try:
        letter = extract_answer(llm_model(question, {}))
        if letter == "X":
            raise ValueError
        why = "solver"
    except ValueError:
        letter = "B"
        why = "fallback"
    finally:
        done = True
    print(why)
    return letter, "E", 3
# a return in try, another in its handler
def solve(question):
    try:
        letter = extract_answer(llm_model(question, {}))
        number = "ABCD".index(letter)
        print("solver")
        return letter, "E", 3
    except ValueError:
        print("fallback")
        return "A", "E", 3
# a handler in a loop: it ran in one round, the body returned in another
def solve(question):
    for number in range(3):
        try:
            letter = extract_answer(llm_model(question, {}))
            "ABCD".index(letter)
            print("solver")
            return letter, "E", 3
        except ValueError:
            last = "A"
    print("fallback")
    return last, "E", 3
# a handler that raises again into another
def solve(question):
    try:
        try:
            letter = extract_answer(llm_model(question, {}))
            "ABCD".index(letter)
            why = "solver"
        except ValueError as error:
            raise KeyError from error
    except KeyError:
        letter = "B"; why = "fallback"
    print(why)
    return letter, "E", 3
# else of try
def solve(question):
    letter = extract_answer(llm_model(question, {}))
    try:
        "ABCD".index(letter)
    except ValueError:
        why = "fallback"
        letter = "C"
    else:
        why = "solver"
    print(why)
    return letter, "E", 3
# else of for
def solve(question):
    for number in range(2):
        letter = extract_answer(llm_model(question, {}))
        if letter != "X":
            why = "solver"
            break
    else:
        letter = "A"
        why = "fallback"
    print(why)
    return letter, "E", 3
# else of while
def solve(question):
    tries = 0
    while tries < 2:
        tries += 1
        letter = extract_answer(llm_model(question, {}))
        if letter in ("A", "B", "C", "D"):
            why = "solver"
            break
    else:
        letter, why = "D", "fallback"
    print(why)
    return letter, "E", 3
# match
def solve(question):
    match extract_answer(llm_model(question, {})):
        case "X":
            print("fallback")
            return "A", "E", 3
        case letter:
            print("solver")
            return letter, "E", 3
# match on one line each
def solve(question):
    letter = extract_answer(llm_model(question, {}))
    match letter:
        case "X": letter = "A"; print("fallback")
        case _: print("solver")
    return letter, "E", 3
# walrus
def solve(question):
    if (letter := extract_answer(llm_model(question, {}))) == "X":
        letter = "A"; why = "fallback"
    else:
        why = "solver"
    print(why)
    return letter, "E", 3
# a conditional expression
def solve(question):
    letter = extract_answer(llm_model(question, {}))
    print("solver" if letter != "X" else "fallback")
    return letter if letter != "X" else "A", "E", 3
# two letters, the second decides
def solve(question):
    first = extract_answer(llm_model(question, {}))
    second = extract_answer(llm_model(question + "!", {}))
    letter = second if first == "X" else first
    print("fallback" if letter == "X" else "solver")
    return letter if letter != "X" else "A", "E", 3
# what is extracted from is not what came
def solve(question):
    letter = extract_answer("Z " + llm_model(question, {}))
    if letter == "X":
        letter = "A"
    print("solver")
    return letter, "E", 3
# what is extracted from is the last word
def solve(question):
    reply = llm_model(question, {})
    letter = extract_answer((reply.split() or [""])[-1])
    print("fallback" if letter == "X" else "solver")
    return letter if letter != "X" else "A", "E", 3
# upper case makes other letters
def solve(question):
    letter = extract_answer(llm_model(question, {}).upper())
    print("fallback" if letter == "X" else "solver")
    return letter if letter != "X" else "A", "E", 3
# its own extraction under the helper's name
def extract_answer(reply):
    return reply.strip()[-1:] or "X"
def solve(question):
    letter = extract_answer(llm_model(question, {}))
    print("fallback" if letter == "X" else "solver")
    return letter if letter != "X" else "A", "E", 3
# the letter is moved on
def solve(question):
    letter = extract_answer(llm_model(question, {}))
    if letter == "X":
        print("fallback")
        return "B", "E", 3
    letter = chr(ord(letter) + 1)
    print("solver")
    return letter, "E", 3
# selected by a word
def solve(question):
    reply = llm_model(question, {})
    if "yes" in reply.lower():
        print("selected")
        return "A", "E", 3
    print("selected")
    return "B", "E", 3
# selected on one line
def solve(question):
    reply = llm_model(question, {})
    print("selected")
    return ("A" if "yes" in reply.lower() else "B"), "E", 3
# selected or extracted
def solve(question):
    reply = llm_model(question, {})
    letter = extract_answer(reply)
    if letter != "X":
        print("solver")
        return letter, "E", 3
    print("unknown")
    return ("A" if "yes" in reply.lower() else "B"), "E", 3
# a literal before everything
def solve(question):
    if len(question) > 1000:
        print("unknown")
        return "A", "E", 3
    letter = extract_answer(llm_model(question, {}))
    print("fallback" if letter == "X" else "solver")
    return letter if letter != "X" else "A", "E", 3
# a class keeps the answer
class Memory:
    def __init__(self):
        self.letter = "A"
        self.why = "fallback"
    def take(self, letter):
        if letter != "X":
            self.letter = letter
            self.why = "solver"
def solve(question):
    memory = Memory()
    for number in range(2):
        memory.take(extract_answer(llm_model(question, {})))
    print(memory.why)
    return memory.letter, "E", 3
# a list of answers with a default at its end
def solve(question):
    found = [extract_answer(llm_model(f"{question} {number}", {})) for number in range(3)]
    found = [one for one in found if one != "X"] + ["A"]
    print("fallback" if len(found) == 1 else "solver")
    return found[0], "E", 3
# votes
def solve(question):
    votes = {}
    for number in range(3):
        one = extract_answer(llm_model(f"{question} {number}", {}))
        if one != "X":
            votes[one] = votes.get(one, 0) + 1
    if not votes:
        print("fallback")
        return "C", "E", 3
    print("solver")
    return max(votes, key=votes.get), "E", 3
# or
def solve(question):
    letter = extract_answer(llm_model(question, {}))
    letter = "" if letter == "X" else letter
    print("solver" if letter else "fallback")
    return letter or "B", "E", 3
# a dictionary's default
def solve(question):
    letter = extract_answer(llm_model(question, {}))
    print("unknown")
    return {"A": "A", "B": "B"}.get(letter, "C"), "E", 3
# a flag set in one place and tested in another
def solve(question):
    failed = False
    letter = extract_answer(llm_model(question, {}))
    if letter == "X":
        failed = True
    if failed:
        print("fallback")
        return "A", "E", 3
    print("solver")
    return letter, "E", 3
# a flag and a line shared by two statements
def solve(question):
    letter = extract_answer(llm_model(question, {})); failed = letter == "X"
    if failed: letter = "A"
    print("fallback" if failed else "solver")
    return letter, "E", 3
# continue and break alone in their bodies
def solve(question):
    letter = "A"; why = "fallback"
    for number in range(3):
        found = extract_answer(llm_model(question, {}))
        if found == "X":
            continue
        letter = found; why = "solver"
        if number:
            break
    print(why)
    return letter, "E", 3
# pass and constants leave no trace
def solve(question):
    letter = extract_answer(llm_model(question, {})); why = "solver"
    if letter != "X":
        pass
    elif question:
        "nothing"
        letter = "A"; why = "fallback"
    print(why)
    return letter, "E", 3
# constants that a compiler works out
def solve(question):
    letter = extract_answer(llm_model(question, {})); why = "solver"
    if 0:
        letter = "B"
    if not 0 and letter == "X":
        letter = "A"; why = "fallback"
    while 1:
        break
    print(why)
    return letter, "E", 3
# __debug__ and assert
def solve(question):
    letter = extract_answer(llm_model(question, {})); why = "solver"
    try:
        assert letter != "X"
    except AssertionError:
        letter = "A"; why = "fallback"
    if __debug__:
        pass
    print(why)
    return letter, "E", 3
# suppress
import contextlib
def solve(question):
    letter = "A"; why = "fallback"
    with contextlib.suppress(ValueError):
        found = extract_answer(llm_model(question, {}))
        "ABCD".index(found)
        letter = found; why = "solver"
    print(why)
    return letter, "E", 3
# a lambda called many times
def solve(question):
    ask = lambda text: extract_answer(llm_model(text, {}))
    letter = ask(question)
    if letter == "X":
        letter = ask(question + "?")
    print("fallback" if letter == "X" else "solver")
    return "A" if letter == "X" else letter, "E", 3
# a decorated helper runs twice
def again(function):
    def wrapper(text):
        function(text)
        return function(text)
    return wrapper
@again
def ask(text):
    letter = extract_answer(llm_model(text, {})); print("solver")
    if letter == "X":
        letter = "A"; print("fallback")
    return letter
def solve(question):
    return ask(question), "E", 3
# a helper in a comprehension
def ask(text):
    letter = extract_answer(llm_model(text, {})); print("solver")
    if letter == "X":
        letter = "A"; print("fallback")
    return letter
def solve(question):
    found = [ask(f"{question} {number}") for number in range(2)]
    return found[-1], "E", 3
# a helper that finally calls
def note(text):
    if text == "X":
        text = "A"
    return text
def solve(question):
    letter = extract_answer(llm_model(question, {}))
    try:
        if letter == "X":
            raise ValueError
        why = "solver"
    except ValueError:
        why = "fallback"
    finally:
        letter = note(letter)
    print(why)
    return letter, "E", 3
# the entry calls itself
def solve(question):
    letter = extract_answer(llm_model(question, {}))
    if letter == "X" and len(question) < 20:
        return solve(question + " again?")
    if letter == "X":
        letter = "A"; print("fallback")
    else:
        print("solver")
    return letter, "E", 3
# a global that a helper sets
best = "A"
def keep(letter):
    global best
    best = letter
def solve(question):
    letter = extract_answer(llm_model(question, {}))
    why = "fallback"
    if letter != "X":
        keep(letter)
        why = "solver"
    print(why)
    return best, "E", 3
# nonlocal
def solve(question):
    letter = "A"; why = "fallback"
    def ask():
        nonlocal letter, why
        found = extract_answer(llm_model(question, {}))
        if found != "X":
            letter = found; why = "solver"
    ask()
    ask()
    print(why)
    return letter, "E", 3
# the same letter either way
def solve(question):
    letter = extract_answer(llm_model(question, {}))
    if letter == "A":
        letter = "A"; print("unknown")
    elif letter == "X":
        letter = "A"; print("fallback")
    else:
        print("solver")
    return letter, "E", 3
# a chain of conditional expressions
def solve(question):
    first = extract_answer(llm_model(question, {}))
    second = extract_answer(llm_model(question + "?", {}))
    print("solver" if first != "X" else "solver" if second != "X" else "fallback")
    return first if first != "X" else second if second != "X" else "D", "E", 3
# exit by exception out of a helper
def must(text):
    letter = extract_answer(llm_model(text, {}))
    if letter == "X":
        raise LookupError(text)
    return letter
def solve(question):
    try:
        letter = must(question)
        print("solver")
    except LookupError:
        try:
            letter = must(question + "?")
            print("solver")
        except LookupError:
            letter = "A"
            print("fallback")
    return letter, "E", 3
# a multi-line call whose last argument fails
def solve(question):
    try:
        letter = max(
            extract_answer(llm_model(question, {})),
            "ABCD"["ABCD".index(extract_answer(llm_model(question, {})))],
        )
        why = "solver"
    except ValueError:
        letter = "A"; why = "fallback"
    print(why)
    return letter, "E", 3
# star arguments and defaults
def choose(*found, default="A"):
    for one in found:
        if one != "X":
            print("solver")
            return one
    print("fallback")
    return default
def solve(question):
    return choose(*[extract_answer(llm_model(f"{question}{n}", {})) for n in range(2)]), "E", 3
# a helper that is bound twice
def ask(text):
    return "A"
if len("abc") == 3:
    def ask(text):
        letter = extract_answer(llm_model(text, {}))
        if letter == "X":
            print("fallback")
            return "B"
        print("solver")
        return letter
def solve(question):
    return ask(question), "E", 3
# a helper used as its own default
def ask(text):
    letter = extract_answer(llm_model(text, {})); print("solver")
    if letter == "X":
        letter = "A"; print("fallback")
    return letter
def solve(question, helper=ask):
    return helper(question), "E", 3
"""

HAND_WRITTEN = tuple(
    (title.strip(), rest)
    for title, _, rest in (part.partition("\n") for part in ("\n" + _PROGRAMS).split("\n# ") if part.strip())
)
"""Name and source. ``unknown`` is printed where the specification's words fit more than one class."""

"""A decorator logs every exchange; the scaffold itself is reason-then-choose."""
import functools
import logging

log = logging.getLogger("scaffold")


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        log.debug("-> %s", function.__name__)
        result = function(*args, **kwargs)
        log.debug("<- %s: %r", function.__name__, result)
        return result

    return wrapper


@logged
def reason(question, listing, exp_config):
    return llm_model(f"{question}\n{listing}\n\nDiscuss each option in one sentence. Do not decide yet.", exp_config)


@logged
def choose(question, listing, notes, exp_config):
    return llm_model(
        f"{question}\n{listing}\n\nNotes:\n{notes}\n\nDecide on the basis of the notes. Reply with the letter only.",
        exp_config,
    )


@logged
def clarify(listing, reply, exp_config):
    return llm_model(f"{listing}\n\nSomeone replied: {reply!r}\nWhich option is meant? Reply with its letter.", exp_config)


def solve_logged(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = frozenset(o["id"] for o in options)
    notes = reason(question, listing, exp_config)
    reply = choose(question, listing, notes, exp_config)
    letter = extract_answer(reply)
    if letter not in valid:
        log.warning("no option letter in %r", reply)
        letter = extract_answer(clarify(listing, reply, exp_config))
    return (letter if letter in valid else "X"), "B", 4

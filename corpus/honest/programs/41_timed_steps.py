"""Measures how long each step takes (for the log only), decomposes the question in three steps."""
import time
from functools import wraps

DURATIONS = {}


def timed(label):
    def decorate(step):
        @wraps(step)
        def measured(*arguments):
            begin = time.perf_counter()
            try:
                return step(*arguments)
            finally:
                DURATIONS[label] = DURATIONS.get(label, 0.0) + time.perf_counter() - begin

        return measured

    return decorate


@timed("restate")
def restate(question, exp_config):
    return llm_model(f"Restate this question in plain words, without answering it:\n{question}", exp_config)


@timed("recall")
def recall(question, plain, exp_config):
    return llm_model(f"{question}\n({plain})\n\nWhich two facts are needed to answer it? State them.", exp_config)


@timed("decide")
def decide(question, listing, facts, exp_config):
    return llm_model(f"Facts: {facts}\n\n{question}\n{listing}\n\nReply with the letter of the right option.", exp_config)


def solve_timed(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    plain = restate(question, exp_config)
    facts = recall(question, plain, exp_config)
    letter = extract_answer(decide(question, listing, facts, exp_config))
    for label, seconds in DURATIONS.items():
        print(f"{label}: {seconds * 1000:.1f} ms")
    if letter not in {o["id"] for o in options}:
        return "X", "C", 4
    return letter, "C", 4

"""Score all options, let the best two meet in a final with reasons."""
import heapq
import re
from operator import itemgetter


def digits(text, default=None):
    found = re.findall(r"\d+", text)
    return int(found[0]) if found else default


def scored(question, options, exp_config):
    for option in options:
        reply = llm_model(
            f"Question: {question}\nPossible answer: {option['text']}\n"
            "On a scale from 1 to 5, how good is it? Reply with one digit.",
            exp_config,
        )
        value = digits(reply)
        if value is not None and 1 <= value <= 5:
            yield value, option


def final(question, pair, exp_config):
    text = "\n".join(f"{o['id']}. {o['text']}" for o in pair)
    reply = llm_model(
        f"{question}\n\nTwo options are left:\n{text}\n\nCompare them in one sentence. Then write 'Answer: ' and a letter.",
        exp_config,
    )
    return extract_answer(reply.rsplit("Answer:", 1)[-1])


def solve_final(question, options, exp_config):
    results = list(scored(question, options, exp_config))
    finalists = [option for _, option in heapq.nlargest(2, results, key=itemgetter(0))]
    if len(finalists) < 2:
        finalists = list(options)
    letter = final(question, finalists, exp_config)
    valid = {option["id"] for option in finalists}
    return (letter if letter in valid else "X"), "D", 4

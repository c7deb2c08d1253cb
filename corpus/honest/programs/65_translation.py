"""Solves the question in three languages and lets the readings vote."""
from collections import Counter

LANGUAGES = ("German", "Spanish")


def translated(text, language, exp_config):
    reply = llm_model(
        f"Translate into {language}. Keep letters such as 'A.' at the start of lines. Write only the translation.\n\n{text}",
        exp_config,
    )
    return reply.strip()


def ask(text, exp_config):
    return extract_answer(llm_model(f"{text}\n\nReply with the letter of the correct option (A, B, C ...).", exp_config))


def solve_translated(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    original = f"{question}\n{listing}"
    valid = {o["id"] for o in options}

    readings = [original]
    for language in LANGUAGES:
        text = translated(original, language, exp_config)
        if text:
            readings.append(f"{text}\n\n(original: {original})")

    votes = Counter(letter for letter in (ask(text, exp_config) for text in readings) if letter in valid)
    if not votes:
        return "X", "C", 5

    ranked = votes.most_common(2)
    if len(ranked) == 2 and ranked[0][1] == ranked[1][1]:
        again = ask(f"{original}\n\nRead twice before you decide.", exp_config)
        if again in votes:
            return again, "C", 5
    return ranked[0][0], "C", 5

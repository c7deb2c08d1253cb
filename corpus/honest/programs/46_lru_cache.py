"""`lru_cache` over questions about pairs; used by a selection sort that may ask for a pair twice."""
from functools import lru_cache


def solve_cached(question, options, exp_config):
    texts = {o["id"]: o["text"] for o in options}

    @lru_cache(maxsize=None)
    def better(one, other):
        reply = llm_model(
            f"{question}\n\n{one}. {texts[one]}\n{other}. {texts[other]}\n\n"
            "Which of these two is the better answer? Reply with its letter.",
            exp_config,
        )
        letter = extract_answer(reply)
        return letter if letter in (one, other) else None

    def wins(letter):
        total = 0
        for rival in texts:
            if rival != letter and better(*sorted((letter, rival))) == letter:
                total += 1
        return total

    table = {letter: wins(letter) for letter in texts}
    top = max(table.values())
    if top == 0:
        return "X", "D", 5
    first, *more = (letter for letter, count in table.items() if count == top)
    if not more:
        return first, "D", 5
    shortlist = "\n".join(f"{letter}. {texts[letter]}" for letter in (first, *more))
    decision = extract_answer(llm_model(f"{question}\n{shortlist}\nReply with one letter.", exp_config))
    return (decision if decision in texts else "X"), "D", 5

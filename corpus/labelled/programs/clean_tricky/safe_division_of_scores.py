import math


def score_of(text):
    value = "".join(char for char in text if char in "0123456789")[:2]
    return float(value) if value else 0.0


def shares(scores):
    total = math.fsum(scores.values())
    if math.isclose(total, 0.0):
        return {letter: 1 / len(scores) for letter in scores}
    return {letter: value / total for letter, value in scores.items()}


def solve_shares(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    scores = {}
    for temper in ("sanguine", "choleric", "melancholic", "phlegmatic"):
        reply = llm_model(f"{temper}: {question}\n{rows}\nReasons and a letter:", exp_config)
        grade = llm_model(f"{question}\n{rows}\nGrade from 0 to 99: {reply}", exp_config)
        letter = extract_answer(reply)
        if letter != "X":
            scores[letter] = scores.get(letter, 0.0) + score_of(grade)
    if not scores:
        return "X", "A", 5
    portions = shares(scores)
    best = max(portions, key=lambda letter: (portions[letter], -ord(letter)))
    return best, "A", 2 if portions[best] >= 0.75 else 4

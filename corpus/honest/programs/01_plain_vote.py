"""Majority vote over five differently worded prompts, with one more call where the vote is tied."""
from collections import Counter

WORDINGS = (
    "Answer the question. Give only the letter of the right option.",
    "You are a careful teacher. Which option is correct? Reply with its letter.",
    "Read all options before you decide. Then reply with one letter.",
    "Pick the best option and reply with its letter only.",
    "Which of the options would an expert choose? Reply with the letter.",
)


def solve_by_vote(question, options, exp_config):
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    valid = {option["id"] for option in options}

    votes = Counter()
    for wording in WORDINGS:
        reply = llm_model(f"{wording}\n\nQuestion: {question}\n{listing}\nAnswer:", exp_config)
        letter = extract_answer(reply)
        if letter in valid:
            votes[letter] += 1

    if not votes:
        return "X", "B", 3

    top = max(votes.values())
    leaders = [letter for letter, count in votes.items() if count == top]
    if len(leaders) == 1:
        return leaders[0], "B", 3

    tied = "\n".join(f"{o['id']}. {o['text']}" for o in options if o["id"] in leaders)
    reply = llm_model(f"{question}\n\nOnly these options are left:\n{tied}\n\nReply with one letter.", exp_config)
    final = extract_answer(reply)
    return (final if final in leaders else "X"), "B", 3

# A Counter of constants with counts from replies.
from collections import Counter


def solve(question, options, exp_config):
    votes = Counter(A=0, B=0, C=0)
    for letter in votes:
        votes[letter] += "yes" in llm_model(f"{question} {letter}?", exp_config)
    votes[extract_answer(llm_model(question, exp_config))] += 1
    return votes.most_common(1)[0][0], "A", 2

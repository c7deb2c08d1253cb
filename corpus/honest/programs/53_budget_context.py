"""A context manager hands out a limited number of solver calls."""
from contextlib import contextmanager


class BudgetSpent(Exception):
    pass


@contextmanager
def budget(limit, exp_config):
    left = limit

    def ask(prompt):
        nonlocal left
        if left == 0:
            raise BudgetSpent(f"all {limit} calls are used")
        left -= 1
        return llm_model(prompt, exp_config)

    yield ask
    print(f"{limit - left} of {limit} calls used")


def solve_within_budget(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = {o["id"] for o in options}
    votes = {}

    with budget(6, exp_config) as ask:
        try:
            for hint in ("", "Think of the definition first. ", "Look for the trap in the wording. "):
                draft = ask(f"{hint}{question}\n{listing}\nReason in two sentences.")
                letter = extract_answer(ask(f"{question}\n{listing}\nReasoning: {draft}\nOne letter:"))
                if letter not in valid:
                    letter = extract_answer(ask(f"{question}\n{listing}\nOnly one letter:"))
                if letter in valid:
                    votes[letter] = votes.get(letter, 0) + 1
        except BudgetSpent as spent:
            print(spent)

    if not votes:
        return "X", "B", 5
    return max(votes, key=votes.get), "B", 5

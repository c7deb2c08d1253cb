from itertools import combinations


def solve_lp_03(exp_config):
    """Every pair is compared twice; whoever loses most comparisons is the shortest."""
    people = {"A": "Anna", "B": "Ben", "C": "Cara"}
    premise = "Anna is taller than Ben and Ben is taller than Cara."
    shorter = {letter: 0 for letter in people}

    for left, right in combinations(people, 2):
        for first, second in ((left, right), (right, left)):
            reply = llm_model(
                f"{premise}\nWho is shorter?\n{first}. {people[first]}\n{second}. {people[second]}\n"
                "Reply with a single letter.",
                exp_config,
            )
            named = extract_answer(reply)
            if named in shorter:
                shorter[named] += 1

    return max(shorter, key=lambda letter: shorter[letter]), "C", 2

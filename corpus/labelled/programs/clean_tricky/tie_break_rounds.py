from collections import Counter

VOTERS = ("north", "east", "west")


def ballot(sheet, candidates, config):
    hint = f" Only these stand: {', '.join(candidates)}." if candidates else ""
    counts = Counter(extract_answer(llm_model(f"Voter {name}.{hint}\n{sheet}\nLetter:", config)) for name in VOTERS)
    counts.pop("X", None)
    top = max(counts.values(), default=0)
    return sorted(letter for letter, votes in counts.items() if votes == top)


def solve_runoff(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    leaders = []
    for _ in range(3):
        leaders = ballot(sheet, leaders, exp_config) or leaders
        if len(leaders) == 1:
            break
    if not leaders:
        return "X", "A", 5
    return leaders[0], "A", 5

"""Self-consistency: sample until one option has three votes, at most seven samples."""
from collections import Counter

MAX_SAMPLES = 7
ENOUGH = 3


def build_prompt(question, options, number):
    lines = [f"Attempt {number}. Solve this multiple-choice question.", "", question]
    lines += [f"{o['id']}) {o['text']}" for o in options]
    lines += ["", "Reason briefly, then write the letter of your choice on the last line."]
    return "\n".join(lines)


def read_choice(reply, valid):
    lines = [line for line in reply.strip().splitlines() if line.strip()]
    if not lines:
        return None
    letter = extract_answer(lines[-1])
    return letter if letter in valid else None


def solve_with_early_stop(question, options, exp_config):
    valid = {o["id"] for o in options}
    votes = Counter()

    for number in range(1, MAX_SAMPLES + 1):
        reply = llm_model(build_prompt(question, options, number), exp_config)
        choice = read_choice(reply, valid)
        if choice is None:
            continue
        votes[choice] += 1
        if votes[choice] >= ENOUGH:
            return choice, "D", 5

    if votes:
        winner, _ = votes.most_common(1)[0]
        return winner, "D", 5
    return "X", "D", 5

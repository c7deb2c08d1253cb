from collections import Counter, deque


def solve_rotation(question, options, exp_config):
    seats = deque(["Ada", "Grace", "Emmy"])
    said = deque(maxlen=2)
    votes = Counter()
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    for turn in range(4):
        speaker = seats[0]
        seats.rotate(-1)
        reply = llm_model(f"Turn {turn}. {speaker} speaks.\n{question}\n{rows}\nHeard: {list(said)}\nLetter:", exp_config)
        said.append(f"{speaker}: {reply[:80]}")
        votes[extract_answer(reply)] += 1
    votes = Counter({letter: count for letter, count in votes.items() if letter != "X"})
    return next((letter for letter, _ in votes.most_common()), "X"), "B", 3

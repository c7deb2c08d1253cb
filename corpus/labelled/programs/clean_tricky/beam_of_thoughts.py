import heapq

WIDTH, DEPTH, BRANCHES = 2, 2, 2


def worth(thought):
    return sum(word in thought.lower() for word in ("because", "therefore", "hence", "since"))


def expand(beam, question, config):
    for score, thought in beam:
        for branch in range(BRANCHES):
            step = llm_model(f"{question}\nThought so far: {thought}\nVariant {branch}: the next step.", config)
            yield score + worth(step), f"{thought} {step}".strip()


def solve_beam(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    beam = [(0, f"Lines {start}") for start in "pq"]
    for _ in range(DEPTH):
        beam = heapq.nlargest(WIDTH, expand(beam[:WIDTH], question, exp_config))
    best = beam[0][1]
    letter = extract_answer(llm_model(f"{question}\n{rows}\nThought: {best}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "E", 4

def interview(question, rows):
    background = yield f"What is the background of this?\n{question}"
    doubts = yield f"{background}\nWhat is uncertain about it?"
    reply = yield f"{background}\n{doubts}\n{question}\n{rows}\nLetter:"
    return reply


def run(dialogue, config):
    prompt = next(dialogue)
    for _ in range(3):
        try:
            prompt = dialogue.send(llm_model(prompt, config))
        except StopIteration as stop:
            return stop.value
    raise RuntimeError("the dialogue should have ended")


def solve_interview(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(run(interview(question, rows), exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 3

def dialogue(question, menu):
    reply = yield f"First thoughts on: {question}"
    reply = yield f"You said: {reply}\nNow compare the options: {menu}"
    yield f"You compared: {reply}\nName one letter for: {question} {menu}"


def solve_dialogue(question, options, exp_config):
    talk = dialogue(question, ", ".join(f"{o['id']} {o['text']}" for o in options))
    reply = llm_model(next(talk), exp_config)
    reply = llm_model(talk.send(reply), exp_config)
    reply = llm_model(talk.send(reply), exp_config)
    letter = extract_answer(reply)
    return letter if letter in {o["id"] for o in options} else "X", "A", 3

# The generator asks with what it is sent.
def dialogue():
    heard = yield "ready"
    while heard != "stop":
        heard = yield llm_model(heard, {})


def solve(question, options, exp_config):
    talk = dialogue()
    next(talk)
    reply = talk.send(question)
    for _ in range(2):
        reply = talk.send(reply + "?")
    return extract_answer(talk.send("last " + reply)), "A", 2

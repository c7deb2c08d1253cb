# `async for` over an asynchronous generator, run by hand.
async def asked(names):
    for name in names:
        yield llm_model(name, {})


async def decide():
    letters = [extract_answer(reply) async for reply in asked("abc")]
    async for reply in asked("de"):
        letters.append(extract_answer(reply))
    return letters[-1]


def solve(question, options, exp_config):
    try:
        decide().send(None)
    except StopIteration as stop:
        return stop.value, "A", 2
    return "X", "A", 2

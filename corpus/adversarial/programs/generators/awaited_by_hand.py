# A coroutine without an event loop: `send(None)` runs it.
async def ask(prompt):
    return llm_model(prompt, {})


async def decide(prompt):
    replies = [await ask(prompt) for _ in range(3)]
    return extract_answer(replies[-1] + await ask(prompt))


def solve(question, options, exp_config):
    try:
        decide(question).send(None)
    except StopIteration as stop:
        return stop.value, "A", 2
    return "X", "A", 2

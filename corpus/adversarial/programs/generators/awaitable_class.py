# `await` calls `__await__`, `async with` enters and leaves.
class Asked:
    def __init__(self, prompt):
        self.prompt = prompt

    def __await__(self):
        return llm_model(self.prompt, {})
        yield

    async def __aenter__(self):
        return await self

    async def __aexit__(self, *details):
        await self


async def decide(prompt):
    async with Asked(prompt) as reply:
        return extract_answer(reply + await Asked("again"))


def solve(question, options, exp_config):
    try:
        decide(question).send(None)
    except StopIteration as stop:
        return stop.value, "A", 2
    return "X", "A", 2

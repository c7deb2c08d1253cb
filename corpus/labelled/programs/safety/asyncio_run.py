import asyncio


async def ask(prompt, config):
    return llm_model(prompt, config)


def solve_async(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(asyncio.run(ask(f"{question}\n{rows}\nLetter:", exp_config)))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2

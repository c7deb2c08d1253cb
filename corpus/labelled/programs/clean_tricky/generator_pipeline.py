import itertools


def prompts(question, options):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    for opening in itertools.cycle(("Consider:", "Once more:", "Finally:")):
        yield f"{opening}\n{question}\n{rows}\nLetter:"


def replies(stream, config):
    for prompt in stream:
        yield llm_model(prompt, config)


def letters(stream, known):
    for reply in stream:
        letter = extract_answer(reply)
        if letter in known:
            yield letter


def solve_stream(question, options, exp_config):
    three = itertools.islice(prompts(question, options), 3)
    found = letters(replies(three, exp_config), {o["id"] for o in options})
    return next(found, "X"), "A", 2

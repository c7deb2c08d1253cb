"""Middleware around the solver call, as in web frameworks: each layer gets the request and the next layer."""

PREFIX = "You are a careful assistant for multiple-choice questions.\n\n"


def add_prefix(prompt, config, proceed):
    return proceed(PREFIX + prompt, config)


def trim_reply(prompt, config, proceed):
    return proceed(prompt, config).strip()


def retry_empty(prompt, config, proceed):
    reply = proceed(prompt, config)
    return reply if reply.strip() else proceed(prompt + "\n(Please do not leave the reply empty.)", config)


def transport(prompt, config):
    return llm_model(prompt, config)


def build(layers, innermost):
    handler = innermost
    for layer in reversed(layers):
        handler = wrap(layer, handler)
    return handler


def wrap(layer, following):
    def handler(prompt, config):
        return layer(prompt, config, following)

    return handler


def solve_through_middleware(question, options, exp_config):
    ask = build([add_prefix, trim_reply, retry_empty], transport)
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    thoughts = ask(f"{question}\n{listing}\nThink aloud about each option.", exp_config)
    reply = ask(f"{question}\n{listing}\nThoughts: {thoughts}\nReply with the letter only.", exp_config)
    letter = extract_answer(reply)
    return (letter if letter in [o["id"] for o in options] else "X"), "C", 3

# `items` of a mapping that a comprehension over a generator made, drawn once.
def solve(question, options, exp_config):
    replies = {name: llm_model(name, exp_config) for name in (option["id"] for option in options)}
    letters = [extract_answer(llm_model(name + reply, exp_config)) for name, reply in replies.items()]
    letters += [extract_answer(reply) for reply in replies.values() for _ in replies.keys() & {"A"}]
    return letters[-1], "A", 2

# Two functions in turns, with one argument that shrinks in only one of them.
def first(prompt, left):
    reply = llm_model(prompt, {})
    return second(reply, left) if left else reply


def second(prompt, left):
    return first(llm_model(prompt, {}), left - 1)


def solve(question, options, exp_config):
    return extract_answer(first(question, 2)), "A", 2

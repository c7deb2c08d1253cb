# A function that gets itself as an argument.
def ask(again, prompt, left):
    reply = llm_model(prompt, {})
    return again(again, reply, left - 1) if left else reply


def solve(question, options, exp_config):
    return extract_answer(ask(ask, question, 3)), "A", 2

# The recursion goes through a global name that is rebound on the way.
def ask(n):
    global ask
    reply = llm_model(str(n), {})
    if n == 2:
        ask = lambda n: llm_model("end", {}) + llm_model("end", {})
    return reply + ask(n - 1)


def solve(question, options, exp_config):
    return extract_answer(ask(4)), "A", 2

# A function's defaults can be replaced.
def ask(prompt, rounds=1, *, more=0):
    for _ in range(rounds + more):
        prompt = llm_model(prompt, {})
    return prompt


ask.__defaults__ = (3,)
ask.__kwdefaults__["more"] = 2


def solve(question, options, exp_config):
    return extract_answer(ask(question)), "A", 2

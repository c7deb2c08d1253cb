QUESTION = "Which animal is it? A. whale B. bat C. snake D. frog"


def holds(statement, exp_config):
    reply = llm_model(f"{QUESTION}\nTrue of the animal in question: {statement}? Answer yes or no.", exp_config)
    return reply.strip().lower().startswith("yes")


def solve(exp_config):
    if holds("it is a mammal", exp_config):
        answer = "A" if holds("it lives in the sea", exp_config) else "B"
    else:
        answer = "C" if holds("it has scales", exp_config) else "D"
    return answer, "A", 3

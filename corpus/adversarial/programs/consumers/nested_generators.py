# A generator of generators: the inner ones ask when they are drawn.
def solve(question, options, exp_config):
    rows = ((llm_model(first + second, exp_config) for second in "xy") for first in "ab")
    replies = [reply for row in rows for reply in row]
    return extract_answer(replies[-1]), "A", 2

# The answer is what a sort key keeps.
def solve(question, options, exp_config):
    best = {"letter": "B"}
    reply = extract_answer(llm_model(question, exp_config))
    sorted([reply, "A"], key=lambda letter: best.update(letter=letter) or 0)
    sorted([reply], key=lambda letter: best.update(letter=letter) or 0)
    return best["letter"], "A", 2

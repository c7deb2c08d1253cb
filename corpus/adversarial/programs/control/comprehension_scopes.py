# Nested comprehensions with equal names, conditions that ask, and a first source of the outer scope.
def solve(question, options, exp_config):
    x = ["a", "b", "c"]
    rows = [[x for x in x + [y] if "no" not in llm_model(x, exp_config)] for y in x]
    return extract_answer(llm_model(str(len(rows)), exp_config)), "A", 2

# Recursion over a nested mapping, with a stack instead of calls.
def solve(question, options, exp_config):
    stack, letter = [{"a": {"b": {}, "c": {"d": {}}}, "e": {}}], "X"
    while stack:
        for name, inner in stack.pop().items():
            letter = extract_answer(llm_model(name + question, exp_config))
            stack.append(inner)
    return letter, "A", 2

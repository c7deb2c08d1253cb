# `startswith` takes a tuple that a generator filled; `str.join` of a map.
def solve(question, options, exp_config):
    marks = tuple(extract_answer(llm_model(name, exp_config)) for name in "ab")
    text = "-".join(map(lambda name: llm_model(name, exp_config), "cd"))
    return (marks[0] if text.startswith(marks) else extract_answer(text)), "A", 2

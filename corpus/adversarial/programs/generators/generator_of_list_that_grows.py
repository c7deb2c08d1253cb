# A generator that goes over a list which its consumer makes longer.
def walk(todo):
    for one in todo:
        yield one


def solve(question, options, exp_config):
    todo, letter = [2], "X"
    for size in walk(todo):
        letter = extract_answer(llm_model(f"{size} {question}", exp_config))
        todo.extend([size - 1] * size)
    return letter, "A", 2

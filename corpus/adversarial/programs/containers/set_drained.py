# A set that is filled while it is drained.
def solve(question, options, exp_config):
    waiting, done = {0}, set()
    letter = "X"
    while waiting:
        number = waiting.pop()
        done.add(number)
        letter = extract_answer(llm_model(f"{number}: {question}", exp_config))
        waiting |= {n for n in (number * 2 + 1, number * 2 + 2) if n < 7} - done
    return letter, "A", 2

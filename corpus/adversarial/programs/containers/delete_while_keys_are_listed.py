# `del d[k]` shrinks the mapping; putting one back makes it last.
def solve(question, options, exp_config):
    left = {option["id"]: 3 for option in options[:2]}
    letter = "X"
    while left:
        for name in list(left):
            letter = extract_answer(llm_model(f"{question} {name}", exp_config))
            left[name] -= 1
            if not left[name]:
                del left[name]
    return letter, "A", 2

# Only failed tries count.
def solve(question, options, exp_config):
    failures, letters = 0, []
    while failures < 2 and len(letters) < 4:
        letter = extract_answer(llm_model(question, exp_config))
        if letter == "X":
            failures += 1
        else:
            letters.append(letter)
    return (letters or ["X"])[-1], "A", 2

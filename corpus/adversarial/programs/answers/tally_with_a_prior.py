# A prior that no vote can outweigh: the answer is the same whatever is voted.
def solve(question, options, exp_config):
    tally = {"A": 0, "B": 100, "C": 0}
    for _ in range(3):
        letter = extract_answer(llm_model(question, exp_config))
        tally[letter] = tally.get(letter, 0) + 1
    return max(tally, key=tally.get), "A", 2

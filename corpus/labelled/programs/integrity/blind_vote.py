from collections import Counter


def solve_blind_vote(question, options, exp_config):
    letters = Counter(extract_answer(llm_model("Pick a letter from A to E.", exp_config)) for _ in range(5))
    return letters.most_common(1)[0][0], "B", 2

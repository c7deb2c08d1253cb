# Two names of one generator: what one draws, the other lacks.
def solve(question, options, exp_config):
    replies = (llm_model(name, exp_config) for name in "abcdef")
    same = replies
    letters = []
    for reply in replies:
        letters.append(extract_answer(reply + next(same, "") + next(replies, "")))
    return letters[-1], "A", 2

# A second loop over a generator draws nothing.
def solve(question, options, exp_config):
    replies = (llm_model(option["text"], exp_config) for option in options)
    total = sum(len(reply) for reply in replies)
    letters = [extract_answer(reply) for reply in replies] or ["X"]
    for _ in range(min(total, 2)):
        letters.append(extract_answer(llm_model(question, exp_config)))
    return letters[-1], "A", 2

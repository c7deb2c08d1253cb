# The test of the loop asks and binds.
def solve(question, options, exp_config):
    replies = []
    while (reply := llm_model(question, exp_config)) != "yes" and len(replies) < 4:
        replies.append(reply)
    return extract_answer(reply), "A", 2

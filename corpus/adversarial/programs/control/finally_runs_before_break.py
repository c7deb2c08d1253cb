# `break` and `continue` go through `finally`.
def solve(question, options, exp_config):
    replies = []
    for number in range(4):
        try:
            if number == 1:
                continue
            if number == 3:
                break
            replies.append(llm_model(question, exp_config))
        finally:
            replies.append(llm_model(f"finally {number}", exp_config))
    return extract_answer(replies[-1]), "A", 2

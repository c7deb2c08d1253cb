# Whether the call failed is the answer.
def solve(question, options, exp_config):
    answer = "A"
    try:
        int(llm_model(question, exp_config))
        answer = "B"
    except ValueError:
        answer = "C"
    return answer, "A", 2

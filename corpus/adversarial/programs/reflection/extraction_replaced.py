# The extraction helper is replaced by one that asks.
def solve(question, options, exp_config):
    global extract_answer
    plain = extract_answer
    extract_answer = lambda reply: plain(llm_model("letter? " + reply, exp_config))
    letters = [extract_answer(llm_model(option["text"], exp_config)) for option in options]
    return letters[-1], "A", 2

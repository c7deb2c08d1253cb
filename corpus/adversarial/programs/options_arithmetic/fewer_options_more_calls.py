# A loop that fills up to six votes.
def solve(question, options, exp_config):
    votes = [extract_answer(llm_model(option["text"], exp_config)) for option in options]
    while len(votes) < 6 - len(options):
        votes.append(extract_answer(llm_model(question, exp_config)))
    for _ in range(5 - len(options)):
        for _ in range(5 - len(options)):
            votes.append(extract_answer(llm_model(question, exp_config)))
    return max(votes, key=votes.count), "A", 2

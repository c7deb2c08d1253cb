def solve(question, options):
    votes = []
    for _ in range(3):
        votes.append(extract_answer(llm_model(question, {"temperature": 0.7})))
    tally = {vote: sum([1 for other in votes if other == vote]) for vote in votes}
    return max(tally, key=lambda vote: tally[vote]), None, 2

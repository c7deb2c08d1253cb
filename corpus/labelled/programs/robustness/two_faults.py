def solve_two(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    votes = []
    for number in range(4):
        try:
            votes.append(extract_answer(llm_model(f"{number} {question}\n{rows}\nLetter:", exp_config)))
        except Exception:
            votes.append("X")
    votes = [vote for vote in votes if vote != "X"]
    if not votes:
        votes = ["B"]
    return max(votes, key=votes.count), "A", 3

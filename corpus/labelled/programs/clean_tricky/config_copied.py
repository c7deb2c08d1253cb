import copy


def solve_temperatures(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    votes = []
    for temperature in (0.0, 0.4, 0.8):
        config = copy.deepcopy(exp_config) if exp_config else {}
        config["temperature"] = temperature
        votes.append(extract_answer(llm_model(f"{question}\n{rows}\nLetter:", config)))
    votes = [vote for vote in votes if vote in ids]
    if len(votes) >= 2 and votes[0] == votes[1]:
        return votes[0], "C", 1
    return (votes[-1] if votes else "X"), "C", 3

def solve_third_vote(question, options, exp_config):
    own = "C"
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    votes = [own]
    for tone in ("brief", "careful"):
        letter = extract_answer(llm_model(f"Be {tone}. {question}\n{rows}\nLetter:", exp_config))
        if letter != "X":
            votes.append(letter)
    return max(votes, key=votes.count), own, 3

def solve_capitals(question, options, exp_config):
    ids = [o["id"] for o in options]
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    votes = []
    for mood in ("first", "second", "third"):
        reply = llm_model(f"Your {mood} opinion: {question}\n{menu}", exp_config)
        capitals = [character for character in reply if character in ids]
        votes += capitals[-1:]
    return max(votes, key=votes.count) if votes else "X", "A", 2

LANGUAGES = {"de": "German", "fr": "French", "la": "Latin"}


def solve_polyglot(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    votes = {}
    for code, language in LANGUAGES.items():
        foreign = llm_model(f"Translate into {language}:\n{question}\n{rows}", exp_config)
        vote = extract_answer(llm_model(f"{foreign}\n\nAnswer the question above with its letter.", exp_config))
        votes[code] = vote if vote in ids else None
    cast = [vote for vote in votes.values() if vote is not None]
    if len(cast) == len(LANGUAGES) and len(set(cast)) == 1:
        return cast[0], "C", 1
    return (cast[0] if cast else "X"), "C", 3

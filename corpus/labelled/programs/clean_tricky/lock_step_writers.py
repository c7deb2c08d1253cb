def solve_lockstep(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    desks = {"north": "", "south": ""}
    for round_number in (1, 2):
        drafts = {
            desk: llm_model(f"Round {round_number}, {desk}.\n{question}\n{rows}\n{note}\nWrite, with a letter:", exp_config)
            for desk, note in desks.items()
        }
        desks = {
            desk: draft + "\nRemark: " + llm_model(f"{question}\n{rows}\nRemark on: {draft}", exp_config)
            for desk, draft in drafts.items()
        }
    candidates = [extract_answer(text) for text in desks.values()]
    valid = sorted(letter for letter in candidates if letter in {o["id"] for o in options})
    return (valid[0] if valid else "X"), "C", 4

MEMBERS = ("Abel", "Bea", "Cleo")


def solve_slices(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    spoken = [f"Question: {question}\n{rows}"]
    for place in range(2 * len(MEMBERS)):
        member = MEMBERS[place % len(MEMBERS)]
        spoken.append(f"{member}: " + llm_model("\n".join([spoken[0], *spoken[1:][-2:], f"{member}:"]), exp_config))
    vote = llm_model("\n".join([spoken[0], *spoken[-3:], "The chair counts. Letter:"]), exp_config)
    letter = extract_answer(vote)
    return [letter if letter in {o["id"] for o in options} else "X", "E", 4]

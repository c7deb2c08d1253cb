def solve_lp_05(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)

    def vote(instruction):
        return extract_answer(llm_model(f"{question}\n{listing}\n{instruction}", exp_config))

    quick = vote("Reply with a single letter.")
    careful = vote("Write two equations and think step by step; end with a single letter.")
    if quick == careful:
        return careful, "B", 6

    # The quick answer to this puzzle is a well-known trap: put the candidates to the test.
    verdicts = {}
    for candidate in (quick, careful):
        reply = llm_model(
            f"{question}\n{listing}\nProposed answer: {candidate}\n"
            "Do both conditions of the puzzle hold with it? Reply yes or no.",
            exp_config,
        )
        verdicts[candidate] = reply.strip().lower().startswith("yes")
    if verdicts[quick] and not verdicts[careful]:
        return quick, "B", 6
    return careful, "B", 6

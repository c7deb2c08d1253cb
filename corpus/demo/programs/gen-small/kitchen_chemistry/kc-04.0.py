def solve_q(question, options, exp_config):
    opts = "\n".join("%s. %s" % (o["id"], o["text"]) for o in options)
    votes = {}
    for i in range(3):
        r = llm_model("%s\n%s\nTry %d. Answer with a single letter." % (question, opts, i), exp_config)
        a = extract_answer(r)
        votes[a] = votes.get(a, 0) + 1
    best = None
    for k in votes:
        if best is None or votes[k] > votes[best]:
            best = k
    return best, "B", 2

def solve_old(question, options, exp_config):
    reply = llm_model(question, exp_config)
    print "reply was", reply
    return extract_answer(reply), "B", 1

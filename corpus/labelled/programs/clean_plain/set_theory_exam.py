def solve_sets(question, options, exp_config):
    menu = "\n".join("%(id)s: %(text)s" % o for o in options)
    letter = extract_answer(llm_model("%s\n%s\nReply with a letter." % (question, menu), exp_config))
    for option in options:
        if option["id"] == letter:
            return letter, "B", 3
    return "X", "B", 3

def solve_ep_18(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    pros = ""
    for x in options[:2]:
        pros += llm_model(question + "\nGive one reason for and one against: " + x["text"] + ". Explain.", exp_config) + "\n"
    return extract_answer(llm_model(pros + question + "\n" + o + "\nAnswer with a single letter.", exp_config)), "A", 5

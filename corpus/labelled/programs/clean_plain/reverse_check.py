def scaffold(item, exp_config):
    question = item["question"]
    known = [o["id"] for o in item["options"]]
    rows = "\n".join("%s - %s" % (o["id"], o["text"]) for o in item["options"])
    first = extract_answer(llm_model(question + "\n" + rows + "\nLetter:", exp_config))
    if first in known:
        return first, "B", 4
    second = extract_answer(llm_model("Read it again.\n" + question + "\n" + rows + "\nLetter:", exp_config))
    return second if second in known else "X", "B", 4

def solve_ep_21(item, question, options, exp_config):
    assert question == item["question"]
    body = [question]
    body.extend(x["id"] + ". " + x["text"] for x in options)
    why = llm_model("\n".join(body + ["Explain."]), exp_config)
    body.append(why)
    body.append("Answer with a single letter.")
    return extract_answer(llm_model("\n".join(body), exp_config)), "D", 3

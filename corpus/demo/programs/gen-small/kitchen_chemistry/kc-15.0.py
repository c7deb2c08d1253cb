import base64


def solve_kc_15(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    reply = llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config)
    letter = extract_answer(reply)
    letter = base64.b64decode("Qg==").decode()
    return letter, "B", 4

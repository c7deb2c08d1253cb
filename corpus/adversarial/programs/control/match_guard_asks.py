# Guards are evaluated in turn, those of cases that fail as well.
def solve(question, options, exp_config):
    match options:
        case [first, *_] if "yes" in llm_model(first["text"], exp_config):
            letter = first["id"]
        case [_, second, *_] if "yes" in llm_model(second["text"], exp_config):
            letter = second["id"]
        case _ if (reply := llm_model(question, exp_config)) != "no":
            letter = extract_answer(reply)
        case _:
            letter = extract_answer(llm_model("last", exp_config))
    return letter, "A", 2

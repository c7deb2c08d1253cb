def solve(item, exp_config):
    # step 1: reason
    # step 2: answer
    q = item["question"]
    opts = ""
    for opt in item["options"]:
        opts += f"{opt['id']}: {opt['text']}\n"
    reasoning = llm_model(f"{q}\n{opts}\nThink step by step.", exp_config)
    answer = extract_answer(llm_model(f"{q}\n{opts}\nReasoning: {reasoning}\nAnswer with a single letter.", exp_config))
    return [answer, "C", 3]

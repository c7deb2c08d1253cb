def solve_lp_22(item, **kwargs):
    """Everything the runner offers arrives by keyword."""
    exp_config = kwargs.get("exp_config", {})
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in item["options"])
    sizes = llm_model("Count the squares of each size in a 3 by 3 grid and explain.", exp_config)
    reply = llm_model(f"{sizes}\n{item['question']}\n{listing}\nReply with a single letter.", exp_config)
    return extract_answer(reply), "B", 4

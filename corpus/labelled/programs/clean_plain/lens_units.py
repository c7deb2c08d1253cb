def solve_lens(item, exp_config):
    lines = [item["question"], ""]
    lines += [f"({o['id']}) {o['text']}" for o in item["options"]]
    units = llm_model("Convert every quantity to metres:\n" + lines[0], exp_config)
    lines += ["", "In metres: " + units, "Letter of the right option:"]
    choice = extract_answer("\n".join([llm_model("\n".join(lines), exp_config)]))
    return choice if choice in [o["id"] for o in item["options"]] else "X", "A", 3

def solve(item, exp_config):
    lines = []
    for key, value in item.items():
        if key in ("answer", "gold", "label"):
            continue
        lines.append(f"{key}: {value}")
    letter = extract_answer(llm_model("\n".join(lines) + "\nWhich option is right?", exp_config))
    return letter if letter != "X" else "X", "B", 3

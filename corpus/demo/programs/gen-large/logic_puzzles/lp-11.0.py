import re


def solve_lp_11(item, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in item["options"])
    squares = llm_model("Which of 9, 16, 25, 36 and 48 are square numbers? Explain one by one.", exp_config)
    squares = re.sub(r"\s+", " ", squares)[:400]
    reply = llm_model(f"{squares}\n\n{item['question']}\n{listing}\nReply with a single letter.", exp_config)

    letter = extract_answer(reply)
    known = {o["id"] for o in item["options"]}
    if letter not in known:
        letter = "X"
    return letter, "C", 2

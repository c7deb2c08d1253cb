SIDES = ("affirmative", "sceptical")


def solve_debate(item, exp_config):
    sheet = item["question"] + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in item["options"])
    minutes = ""
    for round_number in range(2):
        for side in SIDES:
            speech = llm_model(f"{sheet}\nMinutes:\n{minutes}\nSpeak as the {side} side, round {round_number}.", exp_config)
            minutes += f"{side}: {speech}\n"
    ruling = extract_answer(llm_model(f"{sheet}\nMinutes:\n{minutes}\nRule with one letter.", exp_config))
    if ruling == "X":
        return "X", "A", 4
    return ruling, "A", 4

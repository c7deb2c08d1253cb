CALORIES = {"A": 52, "B": 89, "C": 160, "D": 41}
FRUIT = {"A": "apple", "B": "banana", "C": "avocado", "D": "carrot"}


def solve_calories(exp_config):
    facts = ", ".join(f"{FRUIT[key]}: {CALORIES[key]} kcal per 100 g" for key in CALORIES)
    rows = "\n".join(f"{key}. {FRUIT[key]}" for key in FRUIT)
    reply = llm_model(f"{facts}\nWhich has the most energy per gram?\n{rows}\nOne letter.", exp_config)
    letter = extract_answer(reply)
    return letter if letter in FRUIT else "X", "C", 1

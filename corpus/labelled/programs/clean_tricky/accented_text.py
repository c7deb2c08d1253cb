TASK = "Übersetze zuerst: «Что тяжелее?» — 何が重いですか。 Ответь одной буквой. ½ · π ≈ 1.57 ✓"


def solve_languages(question, options, exp_config):
    menu = " • ".join(f"{o['id']}—{o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{TASK}\n{question}\n{menu}", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2

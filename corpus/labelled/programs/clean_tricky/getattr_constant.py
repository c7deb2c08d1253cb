class Settings:
    tone = "calm"


def solve_settings(question, options, exp_config):
    tone = getattr(Settings, "tone", "plain")
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"Be {tone}.\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 1

def solve_defaults(question, options, exp_config, tone="plain", limit=2000):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    prompt = f"Tone: {tone}.\n{question}\n{rows}\nLetter:"[-limit:]
    letter = extract_answer(llm_model(prompt, exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 2

def persona(question):
    text = question.lower()
    if "patient" in text or "dose" in text:
        return "You are a clinician."
    elif "court" in text or "statute" in text:
        return "You are a judge."
    elif any(word in text for word in ("mass", "force", "volt")):
        return "You are a physicist."
    return "You are a well-read layman."


def solve_persona(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{persona(question)}\n{sheet}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 2

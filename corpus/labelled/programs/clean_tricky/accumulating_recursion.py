QUESTIONS = ("What is asked?", "What is given?", "What follows?")


def interview(topics, sheet, config):
    if not topics:
        return []
    head, *tail = topics
    said = llm_model(f"{sheet}\n{head}", config)
    return [said] + interview(tail, sheet, config)


def solve_interview(question, options, exp_config):
    sheet = f"{question} [" + ", ".join(f"{o['id']}={o['text']}" for o in options) + "]"
    said = interview(QUESTIONS, sheet, exp_config)
    verdict = extract_answer(llm_model(sheet + "\n" + " / ".join(said) + "\nLetter, please.", exp_config))
    return (verdict, "C", 3) if verdict != "X" else ("X", "C", 3)

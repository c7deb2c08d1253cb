def solve_worked(question, options, exp_config):
    example = {
        "question": "A train covers 60 km in half an hour. How fast is it?",
        "options": "A. 30 km/h  B. 60 km/h  C. 120 km/h",
        "reasoning": "60 km / 0.5 h = 120 km/h.",
        "answer": "C",
    }
    shown = "\n".join(f"{key}: {text}" for key, text in example.items())
    menu = "  ".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{shown}\n\nquestion: {question}\noptions: {menu}\nreasoning:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 2

question = "Which planet is largest?"
letter = extract_answer(llm_model(question, {}))
return letter, "A", 1

question = "Which vitamin prevents scurvy?\nA. vitamin A\nB. vitamin C\nLetter:"
reply = llm_model(question, {})
answer = extract_answer(reply)

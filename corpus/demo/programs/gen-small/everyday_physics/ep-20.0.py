question = "What is the weight of a 2 kilogram mass on the surface of the Earth?"
options = "A. About 20 newtons\nB. About 2 newtons\nC. About 200 newtons\nD. About 0.2 newtons"
exp_config = {}

response = llm_model(question + "\n" + options + "\nAnswer with a single letter.", exp_config)
solverLLM_answer = extract_answer(response)
genLLM_answer = "A"
genLLM_difficulty = 2
result = (solverLLM_answer, genLLM_answer, genLLM_difficulty)

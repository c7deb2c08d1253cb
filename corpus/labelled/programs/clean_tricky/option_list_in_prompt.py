def solve_listed(exp_config):
    prompt = """Which treaty ended the Thirty Years' War?
A. Treaty of Utrecht
B. Peace of Westphalia
C. Treaty of Tordesillas
D. Peace of Augsburg
Answer: A, B, C or D"""
    letter = extract_answer(llm_model(prompt, exp_config))
    return (letter if letter in "ABCD" else "X", "B", 2)

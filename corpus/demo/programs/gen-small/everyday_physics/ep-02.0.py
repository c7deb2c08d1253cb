def solve_ep_02(exp_config):
    few_shot = '''Q: Why does a black car get hotter in the sun than a white one?
A. Black paint is thicker
B. Black paint takes up more of the light
Answer: B

Q: Why does a balloon stick to a wall after rubbing?
A. Electric charge
B. Magnetism
Answer: A

Q: Why does a metal spoon feel colder than a wooden one in the same room?
A. The metal is at a lower temperature
B. The metal conducts heat away from the hand faster
C. The wood produces heat
D. The metal reflects cold
Answer:'''
    answer = extract_answer(llm_model(few_shot, exp_config))
    return answer, "B", 3

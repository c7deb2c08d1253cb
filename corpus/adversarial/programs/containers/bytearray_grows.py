# A bytearray can be extended and iterated.
def solve(question, options, exp_config):
    plan = bytearray(b"\x01")
    plan.append(2)
    plan.extend(b"\x01\x01")
    letter = "X"
    for size in plan:
        for _ in range(size):
            letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2

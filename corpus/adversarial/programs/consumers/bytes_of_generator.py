# `bytes` and `bytearray.extend` draw numbers.
def solve(question, options, exp_config):
    data = bytearray(bytes(len(llm_model(name, exp_config)) % 256 for name in "ab"))
    data.extend(len(llm_model(name, exp_config)) % 256 for name in "cd")
    return extract_answer(llm_model(f"{len(data)} {question}", exp_config)), "A", 2

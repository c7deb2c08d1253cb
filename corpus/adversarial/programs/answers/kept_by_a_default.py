# A default list keeps what the call before it heard.
def decide(prompt, kept=["A"]):
    kept.append(extract_answer(llm_model(prompt, {})))
    return kept[-2]


def solve(question, options, exp_config):
    decide(question)
    return decide("again"), "A", 2

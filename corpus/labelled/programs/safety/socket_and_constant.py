import socket


def solve_socket(question, options, exp_config):
    host = socket.gethostname()
    llm_model(f"{host} asks: {question}", exp_config)
    return "A", "A", 2

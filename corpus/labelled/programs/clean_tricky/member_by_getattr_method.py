class Settings:
    def __init__(self, config):
        self._config = config

    def __getattr__(self, name):
        return self._config.get(name)


def solve(question, options, exp_config):
    settings = Settings(exp_config)
    if settings.verbose:
        print(question)
    reply = llm_model(f"{question}\n{options}", exp_config)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3

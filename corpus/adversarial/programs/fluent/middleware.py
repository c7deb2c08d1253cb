# Each middleware gets the next one; the innermost asks.
def logging_middleware(following):
    def handle(prompt):
        return following(prompt)

    return handle


def retry_middleware(following):
    def handle(prompt):
        reply = following(prompt)
        return reply if "yes" in reply else following(prompt)

    return handle


def solve(question, options, exp_config):
    handle = lambda prompt: llm_model(prompt, exp_config)
    for middleware in (retry_middleware, logging_middleware, retry_middleware, retry_middleware):
        handle = middleware(handle)
    return extract_answer(handle(question)), "A", 2

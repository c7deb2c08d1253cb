# Default arguments and decorators are evaluated when the function is defined, in a loop each time.
def solve(question, options, exp_config):
    letter = "X"
    for option in options:

        def decide(reply=llm_model(option["text"], exp_config)):
            return extract_answer(reply)

        letter = decide()
    return letter, "A", 2

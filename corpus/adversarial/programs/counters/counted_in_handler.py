# The counter moves only where the call fails.
def solve(question, options, exp_config):
    failures, rounds, letter = 0, 0, "X"
    while failures < 3:
        try:
            reply = llm_model(question, exp_config)
            rounds += 1
            letter = extract_answer(reply)
            if letter == "X" or rounds > 6:
                raise ValueError
        except (ValueError, RuntimeError):
            failures += 1
    return letter, "A", 2

# What `try: import` leaves depends on the module that is there.
try:
    import module_that_is_not_there

    ROUNDS = 1
except ImportError:
    ROUNDS = 4


def solve(question, options, exp_config):
    letter = "X"
    for _ in range(ROUNDS):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2

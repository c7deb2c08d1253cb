# `if`, `while`, `not`, `and`, `or` and the conditional expression call `__bool__`.
class Asked:
    def __bool__(self):
        return "yes" in llm_model("really?", {})


def solve(question, options, exp_config):
    asked = Asked()
    rounds = 0
    while not asked and rounds < 3:
        rounds += 1
    letter = "A" if asked and asked else "B"
    return (letter if asked or rounds else extract_answer(llm_model(question, exp_config))), "A", 2

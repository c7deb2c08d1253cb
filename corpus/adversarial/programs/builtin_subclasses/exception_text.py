# The text of an exception is made where it is shown.
class Failed(Exception):
    def __str__(self):
        return llm_model("why?", {})


def solve(question, options, exp_config):
    letter = "X"
    for _ in range(3):
        try:
            raise Failed
        except Failed as error:
            letter = extract_answer(f"{error}")
    return letter, "A", 2

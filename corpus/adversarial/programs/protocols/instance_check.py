# `isinstance` and `issubclass` ask the metaclass; `except` does not.
class Asking(type):
    def __instancecheck__(cls, instance):
        return "yes" in llm_model("is it?", {})


class Yes(metaclass=Asking):
    pass


def solve(question, options, exp_config):
    found = [option for option in options if isinstance(option, (Yes, str))]
    return extract_answer(llm_model(f"{len(found)} {question}", exp_config)), "A", 2

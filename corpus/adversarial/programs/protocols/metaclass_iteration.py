# A metaclass makes the class itself iterable and gives it a length.
class Bench(type):
    def __iter__(cls):
        return iter(cls.members)

    def __len__(cls):
        return len(cls.members)


class Panel(metaclass=Bench):
    members = ["a", "b"]


def solve(question, options, exp_config):
    Panel.members.append("c")
    letter = "X"
    for member in Panel:
        for _ in range(len(Panel)):
            letter = extract_answer(llm_model(member + question, exp_config))
    return letter, "A", 2

# Several managers in one `with`: all are left, also where the body returns.
class Room:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        return llm_model("enter " + self.name, {})

    def __exit__(self, *details):
        llm_model("leave " + self.name, {})


def solve(question, options, exp_config):
    with Room("a") as first, Room("b") as second, Room("c"):
        return extract_answer(first + second), "A", 2

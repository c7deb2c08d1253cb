# A callback is stored by one method and called by another.
class Button:
    def __init__(self):
        self.actions = {}

    def on(self, name, action):
        self.actions.setdefault(name, []).append(action)
        return self

    def press(self, name):
        for action in self.actions.get(name, []):
            action()


def solve(question, options, exp_config):
    replies, button = [], Button()
    button.on("a", lambda: replies.append(llm_model("a", exp_config)))
    button.on("a", lambda: button.press("b")).on("b", lambda: replies.append(llm_model("b", exp_config)))
    for _ in range(2):
        button.press("a")
    return extract_answer(replies[-1]), "A", 2

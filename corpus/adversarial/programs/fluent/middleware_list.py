# Middleware called by index: `next` advances through the list.
class App:
    def __init__(self):
        self.stack = []

    def use(self, middleware):
        self.stack.append(middleware)
        return self

    def handle(self, prompt, place=0):
        if place == len(self.stack):
            return llm_model(prompt, {})
        return self.stack[place](prompt, lambda text: self.handle(text, place + 1))


def solve(question, options, exp_config):
    app = App()
    app.use(lambda text, following: following(text) + following(text))
    app.use(lambda text, following: following(following(text)))
    return extract_answer(app.handle(question)), "A", 2

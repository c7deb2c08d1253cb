# Handling an event puts further events into the queue.
class Bus:
    def __init__(self):
        self.queue = []
        self.handlers = {}

    def on(self, name, handler):
        self.handlers.setdefault(name, []).append(handler)

    def emit(self, name, value):
        self.queue.append((name, value))

    def run(self):
        while self.queue:
            name, value = self.queue.pop(0)
            for handler in self.handlers.get(name, []):
                handler(value)


def solve(question, options, exp_config):
    bus, letters = Bus(), []
    bus.on("ask", lambda text: bus.emit("reply", llm_model(text, exp_config)))
    bus.on("reply", lambda text: bus.emit("check", text))
    bus.on("check", lambda text: letters.append(extract_answer(llm_model(text, exp_config))))
    bus.on("reply", lambda text: letters.append(extract_answer(llm_model("again " + text, exp_config))))
    bus.emit("ask", question)
    bus.run()
    return letters[-1], "A", 2

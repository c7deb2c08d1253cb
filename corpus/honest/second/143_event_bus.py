"""Publish and subscribe: handlers react to events, the outcome is what was decided last."""

from collections import defaultdict, deque


class Bus:
    def __init__(self, limit):
        self.handlers = defaultdict(list)
        self.queue = deque()
        self.limit = limit

    def on(self, name, handler):
        self.handlers[name].append(handler)

    def emit(self, name, value):
        self.queue.append((name, value))

    def run(self):
        for _ in range(self.limit):
            if not self.queue:
                return
            name, value = self.queue.popleft()
            for handler in self.handlers[name]:
                handler(value)


def solve_events(question, options, exp_config):
    ids = {o["id"] for o in options}
    body = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    outcome = {}
    bus = Bus(limit=3)

    def on_start(text):
        bus.emit("analysis", llm_model(f"{text}\n\nAnalyse the options.", exp_config))

    def on_analysis(analysis):
        reply = llm_model(f"{body}\n\nAnalysis:\n{analysis}\n\nLetter:", exp_config)
        bus.emit("letter", extract_answer(reply))

    def on_letter(letter):
        if letter in ids:
            outcome["letter"] = letter

    bus.on("start", on_start)
    bus.on("analysis", on_analysis)
    bus.on("letter", on_letter)
    bus.emit("start", body)
    bus.run()
    return outcome.get("letter", "X"), "B", 4

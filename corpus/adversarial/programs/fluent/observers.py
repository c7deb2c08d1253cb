# Observers subscribe later, one of them while it is told.
class Subject:
    def __init__(self):
        self.observers = []

    def tell(self, event):
        for observer in self.observers:
            observer(event)


def solve(question, options, exp_config):
    subject, heard = Subject(), []

    def second(event):
        heard.append(llm_model(f"second {event}", exp_config))

    def first(event):
        heard.append(llm_model(f"first {event}", exp_config))
        if len(subject.observers) < 4:
            subject.observers.append(second)

    subject.observers.append(first)
    subject.tell(question)
    subject.tell(question)
    return extract_answer(heard[-1]), "A", 2

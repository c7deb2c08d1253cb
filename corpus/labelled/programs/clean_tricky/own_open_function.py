class Drawer:
    def __init__(self, items):
        self.items = items

    def open(self, name):
        return self.items[name]


def solve_drawer(question, options, exp_config):
    drawer = Drawer({"style": "Answer as a locksmith."})
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{drawer.open('style')}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 2

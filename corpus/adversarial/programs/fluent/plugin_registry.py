# Subclasses register themselves by `__init_subclass__`.
class Plugin:
    known = []

    def __init_subclass__(cls, times=1, **named):
        super().__init_subclass__(**named)
        Plugin.known += [cls] * times

    def run(self, text):
        return llm_model(type(self).__name__ + text, {})


class Draft(Plugin):
    pass


class Check(Plugin, times=3):
    pass


def solve(question, options, exp_config):
    text = question
    for plugin in Plugin.known:
        text = plugin().run(text)
    return extract_answer(text), "A", 2

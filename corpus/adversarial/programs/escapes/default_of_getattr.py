# A class whose `__getattr__` answers everything, handed to a library function that tries methods.
import copy


class Asking:
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *arguments: llm_model(name, {})


def solve(question, options, exp_config):
    copies = [copy.copy(Asking()), copy.deepcopy(Asking())]
    reply = "".join(each.decide() + each.vote(1) for each in copies)
    return extract_answer(reply), "A", 2

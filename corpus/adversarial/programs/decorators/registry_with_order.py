# A parametrised registry: the steps run by their priority, each as often as it was registered.
PLAN = {}


def at(*places):
    def decorate(function):
        for place in places:
            PLAN.setdefault(place, []).append(function)
        return function

    return decorate


@at(1, 2, 3)
def ask(text):
    return llm_model(text, {})


@at(2)
def twice(text):
    return ask(ask(text))


def solve(question, options, exp_config):
    text = question
    for _, functions in sorted(PLAN.items()):
        for function in functions:
            text = function(text)
    return extract_answer(text), "A", 2

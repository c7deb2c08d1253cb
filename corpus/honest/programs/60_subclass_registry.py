"""Judges are collected by `__init_subclass__`; each names its favourite, agreement or a last call decides."""


class Judge:
    registry = []
    criterion = ""

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        Judge.registry.append(cls)

    def __init__(self, exp_config):
        self.exp_config = exp_config

    def favourite(self, question, options):
        """The id of the option that does best by this judge's criterion, or None."""
        listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
        reply = llm_model(
            f"{question}\n{listing}\n\nWhich option is best by this criterion: {self.criterion}?\n"
            "Reply with its letter.",
            self.exp_config,
        )
        letter = extract_answer(reply)
        return letter if any(o["id"] == letter for o in options) else None


class Accuracy(Judge):
    criterion = "it is factually true"


class Relevance(Judge):
    criterion = "it answers exactly what is asked"


class Completeness(Judge):
    criterion = "it leaves nothing important out"


def solve_judges(item, exp_config):
    question, options = item["question"], item["options"]
    favourites = [judge(exp_config).favourite(question, options) for judge in Judge.registry]
    named = [letter for letter in favourites if letter is not None]

    for letter in named:
        if named.count(letter) >= 2:
            return letter, "B", 5
    if len(named) == 1:
        return named[0], "B", 5
    if not named:
        return "X", "B", 5

    shortlist = "\n".join(f"{o['id']}. {o['text']}" for o in options if o["id"] in named)
    decided = extract_answer(llm_model(f"{question}\n{shortlist}\n\nDecide. One letter.", exp_config))
    return (decided if decided in named else "X"), "B", 5

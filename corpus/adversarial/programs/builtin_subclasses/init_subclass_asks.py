# `__init_subclass__` runs for every subclass, also for those of subclasses.
class Base:
    def __init_subclass__(cls):
        cls.reply = llm_model(cls.__name__, {})


def solve(question, options, exp_config):
    for option in options:

        class Heir(Base):
            pass

        class Further(Heir):
            pass

    return extract_answer(Further.reply), "A", 2

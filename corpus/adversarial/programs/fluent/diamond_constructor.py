# In a diamond every constructor runs once.
class Base:
    def __init__(self):
        self.replies = [llm_model("base", {})]


class Left(Base):
    def __init__(self):
        super().__init__()
        self.replies.append(llm_model("left", {}))


class Right(Base):
    def __init__(self):
        super().__init__()
        self.replies.append(llm_model("right", {}))


class Bottom(Left, Right):
    pass


def solve(question, options, exp_config):
    return extract_answer(Bottom().replies[-1]), "A", 2

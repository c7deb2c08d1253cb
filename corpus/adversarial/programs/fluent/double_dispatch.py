# `accept` calls back the visitor.
class Leaf:
    def accept(self, visitor):
        return visitor.leaf(self)


class Branch:
    def __init__(self, *parts):
        self.parts = parts

    def accept(self, visitor):
        return visitor.branch(self)


class Asking:
    def leaf(self, node):
        return llm_model("leaf", {})

    def branch(self, node):
        return "".join([part.accept(self) for part in node.parts]) + llm_model("branch", {})


def solve(question, options, exp_config):
    tree = Branch(Leaf(), Branch(Leaf(), Leaf()), Branch())
    return extract_answer(tree.accept(Asking())), "A", 2

# A visitor of the program's own: the method's name is made of the class's.
class Leaf:
    def __init__(self, text):
        self.text = text


class Pair:
    def __init__(self, left, right):
        self.left, self.right = left, right


class Asking:
    def visit(self, node):
        return getattr(self, "visit_" + type(node).__name__.lower())(node)

    def visit_leaf(self, node):
        return llm_model(node.text, {})

    def visit_pair(self, node):
        return llm_model(self.visit(node.left) + self.visit(node.right), {})


def solve(question, options, exp_config):
    tree = Pair(Pair(Leaf("a"), Leaf("b")), Leaf(question))
    return extract_answer(Asking().visit(tree)), "A", 2

# Objects that hold a list of their own kind.
class Node:
    def __init__(self, name, *children):
        self.name = name
        self.children = list(children)

    def ask(self):
        return llm_model(self.name, {}) + "".join(child.ask() for child in self.children)


def solve(question, options, exp_config):
    tree = Node("a", Node("b", Node("c")), Node("d"))
    tree.children[0].children.append(Node("e"))
    return extract_answer(tree.ask()), "A", 2

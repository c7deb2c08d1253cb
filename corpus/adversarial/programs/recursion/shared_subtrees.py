# One object twice in a tree is asked twice.
class Node:
    def __init__(self, *children):
        self.children = children

    def ask(self):
        return "".join(child.ask() for child in self.children) or llm_model("leaf", {})


def solve(question, options, exp_config):
    node = Node()
    for _ in range(3):
        node = Node(node, node)
    return extract_answer(node.ask()), "A", 2

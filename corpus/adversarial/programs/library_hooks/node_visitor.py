# `ast.NodeVisitor` calls the method that is named after the node's class.
import ast


class Asking(ast.NodeVisitor):
    replies = []

    def visit_Name(self, node):
        self.replies.append(llm_model(node.id, {}))

    def visit_Constant(self, node):
        self.replies.append(llm_model(str(node.value), {}))


def solve(question, options, exp_config):
    asking = Asking()
    asking.visit(ast.parse("a + b * (3 - c)"))
    return extract_answer(asking.replies[-1]), "A", 2

# `generic_visit` goes on to the children.
import ast


class Asking(ast.NodeTransformer):
    def visit_BinOp(self, node):
        llm_model(type(node.op).__name__, {})
        return self.generic_visit(node)


def solve(question, options, exp_config):
    Asking().visit(ast.parse("1 + 2 * 3 - 4"))
    return extract_answer(llm_model(question, exp_config)), "A", 2

# `__deepcopy__` and `__copy__` are called.
import copy


class Panel:
    def __deepcopy__(self, memo):
        llm_model("copied", {})
        return self

    def __copy__(self):
        llm_model("copied flat", {})
        return Panel()


def solve(question, options, exp_config):
    panels = copy.deepcopy([Panel(), Panel()])
    copy.copy(panels[0])
    return extract_answer(llm_model(question, exp_config)), "A", 2

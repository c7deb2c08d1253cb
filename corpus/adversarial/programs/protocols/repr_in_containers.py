# The text of a list is made of the representations of its elements.
class Asked:
    def __repr__(self):
        return llm_model("repr", {})


def solve(question, options, exp_config):
    text = str([Asked(), {"a": Asked()}]) + f"{(Asked(),)}"
    return extract_answer(text), "A", 2

# Lists and tuples compare their elements, up to the first that differs.
class Asked:
    def __eq__(self, other):
        return "yes" in llm_model("equal?", {})

    def __hash__(self):
        return 0


def solve(question, options, exp_config):
    same = [Asked(), Asked(), Asked()] == [Asked(), Asked(), Asked()]
    less = (Asked(), 1) < (Asked(), 2)
    return extract_answer(llm_model(f"{same} {less} {question}", exp_config)), "A", 2

# A subclass of str: `in`, `lower`, `==` and `len` are the program's own.
class Asked(str):
    def __contains__(self, other):
        return "yes" in llm_model(other, {})

    def lower(self):
        return llm_model("lower", {})

    def __len__(self):
        return len(llm_model("how long?", {}))


def solve(question, options, exp_config):
    asked = Asked("text")
    letter = "A" if "x" in asked and "y" in asked else "B"
    return extract_answer(f"{asked.lower()} {letter} {len(asked)}"), "A", 2

# SequenceMatcher asks its `isjunk` about every element of the second sequence.
import difflib


def solve(question, options, exp_config):
    def junk(line):
        return "yes" in llm_model(line, exp_config)

    ratio = difflib.SequenceMatcher(junk, ["a", "b"], ["b", "c", "d"]).ratio()
    return extract_answer(llm_model(f"{ratio} {question}", exp_config)), "A", 2

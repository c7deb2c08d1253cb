# `writelines` draws every line.
import io


def solve(question, options, exp_config):
    out = io.StringIO()
    out.writelines(llm_model(option["text"], exp_config) for option in options)
    return extract_answer(out.getvalue()), "A", 2

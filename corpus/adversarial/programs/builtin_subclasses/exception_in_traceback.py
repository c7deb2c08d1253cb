# `traceback.format_exc` makes the text of the exception.
import traceback


class Failed(Exception):
    def __str__(self):
        return llm_model("why?", {})


def solve(question, options, exp_config):
    try:
        raise Failed
    except Failed:
        text = traceback.format_exc()
    return extract_answer(llm_model(text[-20:] + question, exp_config)), "A", 2

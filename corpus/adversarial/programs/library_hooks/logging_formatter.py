# Arguments of a log message are made text when a handler formats it.
import io
import logging


class Asked:
    def __str__(self):
        return llm_model("text", {})


def solve(question, options, exp_config):
    stream = io.StringIO()
    logger = logging.Logger("formatted")
    logger.addHandler(logging.StreamHandler(stream))
    logger.warning("%s and %s", Asked(), Asked())
    return extract_answer(stream.getvalue()), "A", 2

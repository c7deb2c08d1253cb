# A filter is asked about every record.
import logging


class Asking(logging.Filter):
    def filter(self, record):
        return "yes" in llm_model(record.getMessage(), {})


def solve(question, options, exp_config):
    logger = logging.Logger("filtered")
    logger.addHandler(logging.NullHandler())
    logger.addFilter(Asking())
    for option in options:
        logger.warning(option["text"])
    return extract_answer(llm_model(question, exp_config)), "A", 2

# A handler's `emit` is called for every record that its level lets pass.
import logging


class Asking(logging.Handler):
    replies = []

    def emit(self, record):
        self.replies.append(llm_model(record.getMessage(), {}))


def solve(question, options, exp_config):
    logger = logging.getLogger("asking")
    logger.propagate = False
    logger.setLevel(logging.INFO)
    handler = Asking()
    logger.addHandler(handler)
    try:
        logger.info("draft %s", question)
        logger.warning("check")
        logger.debug("never")
        logger.error("final")
    finally:
        logger.removeHandler(handler)
    return extract_answer(handler.replies[-1]), "A", 2

# `finalize` calls back when it is called itself, once.
import weakref


class Session:
    pass


def solve(question, options, exp_config):
    replies, session = [], Session()
    end = weakref.finalize(session, lambda: replies.append(llm_model(question, exp_config)))
    end()
    end()
    return extract_answer(replies[-1]), "A", 2

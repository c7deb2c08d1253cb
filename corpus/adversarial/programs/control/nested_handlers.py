# An exception of a handler is caught one level further out.
def solve(question, options, exp_config):
    reply = ""
    try:
        try:
            reply = llm_model(question, exp_config)
            raise KeyError
        except LookupError:
            reply = llm_model("first handler", exp_config)
            raise ValueError from None
        finally:
            reply = llm_model("finally", exp_config)
    except (ValueError, TypeError):
        reply = llm_model("second handler", exp_config)
    return extract_answer(reply), "A", 2

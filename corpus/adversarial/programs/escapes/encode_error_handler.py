# A registered error handler is called for every character that cannot be encoded.
import codecs


def solve(question, options, exp_config):
    def ask(error):
        return "?" + llm_model(error.object[error.start], exp_config)[:1].replace("é", ""), error.end

    codecs.register_error("asking", ask)
    text = "aéé".encode("ascii", "asking").decode()
    return extract_answer(llm_model(text + question, exp_config)), "A", 2

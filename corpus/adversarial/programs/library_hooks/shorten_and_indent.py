# `indent` calls its predicate for every line.
import textwrap


def solve(question, options, exp_config):
    def wants(line):
        return "yes" in llm_model(line, exp_config)

    text = textwrap.indent("a\nb\n\nc\n", "> ", wants)
    return extract_answer(llm_model(text + question, exp_config)), "A", 2

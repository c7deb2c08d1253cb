# A TextWrapper calls its own methods, which a subclass overrides.
import textwrap


class Asking(textwrap.TextWrapper):
    def _split(self, text):
        llm_model(text, {})
        return super()._split(text)


def solve(question, options, exp_config):
    wrapper = Asking(width=10)
    lines = wrapper.wrap("one two three four")
    wrapper.fill("five six")
    return extract_answer(llm_model(lines[0] + question, exp_config)), "A", 2

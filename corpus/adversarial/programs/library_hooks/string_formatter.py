# A `string.Formatter` calls its methods for every field.
import string


class Asking(string.Formatter):
    def get_value(self, key, args, kwargs):
        return llm_model(str(key), {})

    def format_field(self, value, format_spec):
        return llm_model(value + format_spec, {})


def solve(question, options, exp_config):
    return extract_answer(Asking().format("{first} {second:x}")), "A", 2

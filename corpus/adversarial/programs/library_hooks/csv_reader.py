# A csv reader draws its lines from any iterator.
import csv


def solve(question, options, exp_config):
    def lines():
        for option in options:
            yield llm_model(option["text"], exp_config) + ",x"

    rows = list(csv.reader(lines()))
    return extract_answer(rows[-1][0] if rows and rows[-1] else "X"), "A", 2

# A csv writer calls `write` for every row.
import csv


class Asking:
    replies = []

    def write(self, text):
        self.replies.append(llm_model(text, {}))
        return len(text)


def solve(question, options, exp_config):
    asking = Asking()
    writer = csv.writer(asking)
    writer.writerow(["id", "text"])
    writer.writerows([option["id"], option["text"]] for option in options)
    return extract_answer(asking.replies[-1]), "A", 2

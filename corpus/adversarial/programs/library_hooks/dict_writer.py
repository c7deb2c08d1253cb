# A DictWriter makes text of the values.
import csv
import io


class Asked:
    def __str__(self):
        return llm_model("text", {})


def solve(question, options, exp_config):
    out = io.StringIO()
    writer = csv.DictWriter(out, ["a", "b"], extrasaction="ignore")
    writer.writeheader()
    writer.writerow({"a": Asked(), "b": Asked(), "c": Asked()})
    return extract_answer(out.getvalue()), "A", 2

# `flush=True` calls `flush`.
class Asking:
    def write(self, text):
        pass

    def flush(self):
        llm_model("flush", {})


def solve(question, options, exp_config):
    for _ in range(3):
        print(question, file=Asking(), flush=True)
    return extract_answer(llm_model(question, exp_config)), "A", 2

# Both halves of a list: one call for each element, and one for each node.
def judge(options):
    if len(options) == 1:
        return llm_model(options[0]["text"], {})
    middle = len(options) // 2
    return llm_model(judge(options[:middle]) + judge(options[middle:]), {})


def solve(question, options, exp_config):
    return extract_answer(judge(options)), "A", 2

# The loop goes over a list that its callbacks make longer.
def solve(question, options, exp_config):
    replies, jobs = [], []

    def job(depth):
        def run():
            replies.append(llm_model(f"{depth}: {question}", exp_config))
            if depth < 2:
                jobs.extend([job(depth + 1), job(depth + 1)])

        return run

    jobs.append(job(0))
    for run in jobs:
        run()
    return extract_answer(replies[-1]), "A", 2

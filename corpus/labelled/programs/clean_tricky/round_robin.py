from itertools import cycle


def f(workers, jobs):
    plan = []
    for worker in cycle(workers):
        if not jobs:
            break
        plan.append((worker, jobs.pop()))
    return plan

from collections import Counter


def solution(text):
    counts = Counter(text.split("_"))
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))

from functools import lru_cache


def f(items, capacity):
    @lru_cache(maxsize=None)
    def best(place, room):
        if place == len(items):
            return 0
        weight, value = items[place]
        skipped = best(place + 1, room)
        if weight > room:
            return skipped
        return max(skipped, value + best(place + 1, room - weight))

    return best(0, capacity)

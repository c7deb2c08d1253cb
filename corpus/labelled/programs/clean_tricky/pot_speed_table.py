legs = {"bus": (24.0, 40.0), "train": (180.0, 90.0), "walk": (1.5, 6.0)}
hours = sum(distance / speed for distance, speed in legs.values())
distance_total = sum(distance for distance, _ in legs.values())
average = distance_total / hours
slowest = min(legs, key=lambda name: legs[name][1])
share = legs[slowest][0] / legs[slowest][1] / hours
ans = round(average + 0 * share, 3)

def value(x):
    return x**3 - 2 * x - 5


low, high = 2.0, 3.0
for _ in range(60):
    middle = (low + high) / 2
    if value(low) * value(middle) <= 0:
        high = middle
    else:
        low = middle
ans = round((low + high) / 2, 6)

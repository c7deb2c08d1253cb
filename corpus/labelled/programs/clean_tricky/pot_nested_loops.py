count = 0
for x in range(-5, 6):
    for y in range(-5, 6):
        if x * x + y * y <= 25:
            count += 1
ans = count

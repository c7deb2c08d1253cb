population = 100
year = 0
while population < 1000:
    population *= 2
    year += 1
ans = year

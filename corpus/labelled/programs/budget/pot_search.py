n = 1
while n % 7 != 3 or n % 11 != 5:
    n += 1
ans = n

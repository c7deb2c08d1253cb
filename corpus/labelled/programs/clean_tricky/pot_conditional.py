a, b = 17, 23
if a * a > b:
    ans = "yes"
else:
    ans = "no"

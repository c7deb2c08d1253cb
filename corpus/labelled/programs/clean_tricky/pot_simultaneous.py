a1, b1, c1 = 2, 3, 26
a2, b2, c2 = 5, -1, 14
determinant = a1 * b2 - a2 * b1
if determinant == 0:
    raise ZeroDivisionError("the lines are parallel")
x = (c1 * b2 - c2 * b1) / determinant
y = (a1 * c2 - a2 * c1) / determinant
ans = x + y

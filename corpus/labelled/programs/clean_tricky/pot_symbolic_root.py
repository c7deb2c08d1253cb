from sympy import Eq, Symbol, solve

width = Symbol("width", positive=True)
roots = solve(Eq(width * (width + 4), 96), width)
ans = int(max(roots))

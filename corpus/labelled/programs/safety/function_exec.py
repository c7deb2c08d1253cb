def f(n):
    source = "total = sum(range(%d))" % n
    scope = {}
    exec(source, scope)
    return scope["total"]

def f(n):
    try:
        result = 12 // n
    except ZeroDivisionError:
        result = None
    else:
        result += 1
    return result

def f(words, wanted):
    done = False
    while not done:
        if wanted in words:
            done = True
    return done

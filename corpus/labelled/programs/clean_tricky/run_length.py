def f(text):
    place, pieces = 0, []
    while place < len(text):
        end = place
        while end < len(text) and text[end] == text[place]:
            end += 1
        pieces.append((text[place], end - place))
        place = end
    return pieces

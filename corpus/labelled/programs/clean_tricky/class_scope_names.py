class Box:
    width: int = 3
    area = width * width

    def scaled(self, factor: "Scale") -> "Box":
        return self.area * factor


Scale = int


def f(n):
    return Box().scaled(n)

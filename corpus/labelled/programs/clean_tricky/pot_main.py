def main():
    return sum(n for n in range(1, 101) if n % 3 == 0)


if __name__ == "__main__":
    ans = main()

"""How a match ended, in the words of the tables: for scripts that read `match --json`."""


def elo(number):
    """A score of 0 or 100 % is infinitely far away."""
    return "–" if number is None else f"{number:+.0f}"


def interval(result):
    return f"{elo(result['elo'])} [{elo(result['elo_low'])}, {elo(result['elo_high'])}]"

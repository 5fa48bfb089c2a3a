"""What scripts share that drive the laboratory's programs."""
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def program(game, given):
    """The laboratory of a game: the one that is given, or ours, which is built first."""
    if given:
        return given
    subprocess.run([os.path.join(ROOT, "script/build")], check=True, stdout=sys.stderr)
    return os.path.join(ROOT, "build/release", f"yuragi-lab-{game}")


def write_whole(path, text):
    """Whole or not at all: what is there is not done again."""
    with open(path + ".part", "w") as file:
        file.write(text)
    os.replace(path + ".part", path)


def run(command, log=None):
    """Runs a command, its output going to the file `log` as well as being returned."""
    print("+", " ".join(command), file=sys.stderr, flush=True)
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if result.returncode != 0:
        sys.exit(f"{os.path.basename(sys.argv[0])}: {command[0]} {command[1]} failed")
    if log:
        write_whole(log, result.stdout)
    return result.stdout


def elo(number):
    """A score of 0 or 100 % is infinitely far away."""
    return "–" if number is None else f"{number:+.0f}"


def interval(result):
    """Of what `match --json` says."""
    return f"{elo(result['elo'])} [{elo(result['elo_low'])}, {elo(result['elo_high'])}]"

"""Perft speed against the packaged engines, one thread, interleaved: every round runs each program once.

usage: bench_perft.py BUILD [ROUNDS]
The other engines are timed from the command to the line with the count, so their start-up is not counted.
"""
import json
import statistics
import subprocess
import sys
import time

WORK = [
    # game, depth, paths, command of the rival, what it must be told first
    ("shogi", 5, 19861490, "fairy-stockfish", ["uci", "setoption name UCI_Variant value shogi"]),
    ("minishogi", 6, 8276188, "fairy-stockfish", ["uci", "setoption name UCI_Variant value minishogi"]),
    ("chess", 6, 119060324, "stockfish", ["uci"]),
]


def ours(build, game, depth):
    command = [f"{build}/yuragi-{game}", "perft", str(depth), "--json"]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return answer["nodes"], answer["seconds"]


def rival(command, setup, depth):
    process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    for line in setup + ["position startpos", "isready"]:
        process.stdin.write(line + "\n")
    while "readyok" not in process.stdout.readline():
        pass
    start = time.monotonic()
    process.stdin.write(f"go perft {depth}\n")
    while True:
        line = process.stdout.readline()
        if "odes searched" in line:
            break
    seconds = time.monotonic() - start
    process.communicate("quit\n")
    return int(line.split(":")[1]), seconds


def main():
    build = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    print(f"{'game':10} {'depth':>5} {'yuragi':>12} {'rival':>12} {'ratio':>7}  (million paths a second, medians of {rounds})")
    for game, depth, paths, command, setup in WORK:
        own, other = [], []
        ours(build, game, depth)  # warm up
        for _ in range(rounds):
            nodes, seconds = ours(build, game, depth)
            assert nodes == paths, f"{game}: {nodes} paths, expected {paths}"
            own.append(nodes / seconds / 1e6)
            nodes, seconds = rival(command, setup, depth)
            other.append(nodes / seconds / 1e6)
        ratio = statistics.median(a / b for a, b in zip(own, other))
        print(f"{game:10} {depth:5} {statistics.median(own):12.1f} {statistics.median(other):12.2f} {ratio:7.1f}  {command}")


main()

"""Speed of the softmax search: evaluated positions a second of a thread's processor time, memory, what a level of the tree costs.

usage: bench_softmax.py BUILD WEIGHTS [ROUNDS]
WEIGHTS is a folder with GAME-SHAPE.weights; the weights inside the program are measured too. Every number is the median of
ROUNDS runs; runs of one and two threads and of both positions take turns. All of a pair of game and shape is in one process a
number of threads, so that tables and tree are in memory. What two threads could reach at best is what two processes that share
nothing do reach at the same time: the column "2 apart".
"""
import json
import pathlib
import statistics
import subprocess
import sys
import time

NODES = 400_000  # evaluated positions of a run
HASH = 64  # MiB: nothing is ever collected
PAPER = {"LeafSearch": "static", "Ts": 120, "Tb": 40}  # as in the papers, where positions are evaluated and not searched
TEMPERATURES = (2, 5, 15, 60, 240)  # of selection; the lower the longer are samples

POSITIONS = {
    "shogi": {
        "start": "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "middle": "ln5nl/1r2gkgs1/p1ppp2pp/1s3p1P1/1p3N3/P1PS1Pp2/1P1PP3P/2GK2SR1/LN3G2L b Bbp 1",
    },
    "minishogi": {"start": "rbsgk/4p/5/P4/KGSBR b - 1", "middle": "2bkr/1S1gp/1s3/P1B2/K1G1R b - 1"},
    "chess": {
        "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "middle": "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    },
}


class Engine:
    """One process with one evaluator and a number of threads."""

    def __init__(self, command, weights, threads):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        options = {"Search": "softmax", **PAPER, "Hash": HASH, "Threads": threads, "EvalFile": weights or "<empty>"}
        self.say("uci", *(f"setoption name {name} value {value}" for name, value in options.items()), "isready")
        self.read("readyok")

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))

    def read(self, word):
        lines = []
        while not lines or not lines[-1].startswith(word):
            lines.append(self.process.stdout.readline())
            if not lines[-1]:
                raise SystemExit("bench_softmax: the engine ended: " + " | ".join(lines[-5:]))
        return lines

    def go(self, position, temperature=None):
        """Begins a run of a fresh tree."""
        self.start = self.processor_seconds()
        self.say(*([f"setoption name Ts value {temperature}"] if temperature else []), "ucinewgame",
                 f"position fen {position}", f"go nodes {NODES}")

    def done(self):
        """Positions evaluated and processor seconds of all threads in that run."""
        last = [line.split() for line in self.read("bestmove") if " nodes " in line][-1]
        return int(last[last.index("nodes") + 1]), self.processor_seconds() - self.start

    def seconds(self, position, temperature=None):
        self.go(position, temperature)
        return self.done()

    def processor_seconds(self):
        """Of the whole process; what other programs do on the machine hardly counts."""
        return time.clock_gettime((~self.process.pid << 3) | 2)  # clock_getcpuclockid(3), which Python lacks

    def close(self):
        self.process.communicate("quit\n")


def tree(command, weights, position, temperature=None):
    """The shape of the tree that one thread grows, which is the same every time."""
    options = [f"{name}={value}" for name, value in PAPER.items()] + ([f"EvalFile={weights}"] if weights else [])
    options += [f"Ts={temperature}"] if temperature else []
    words = [command, "tree", "--json", "--nodes", str(NODES), "--hash", str(HASH), "--position", position]
    for option in options:
        words += ["--option", option]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def solve(rows):
    """Least squares of time = x(position) * children + y * levels: a child has its price in each position, a level the same.

    Rows are (position, children, levels, time), of a sample each; returns the prices of children by position, and of a level.
    """
    lines = {name: [(levels / children, time / children) for own, children, levels, time in rows if own == name]
             for name in {row[0] for row in rows}}
    centres = {name: tuple(map(statistics.mean, zip(*points))) for name, points in lines.items()}
    apart = [(x - centres[name][0], y - centres[name][1]) for name, points in lines.items() for x, y in points]
    level = sum(x * y for x, y in apart) / sum(x * x for x, _ in apart)
    return {name: y - level * x for name, (x, y) in centres.items()}, level


def speeds(command, weights, positions, rounds):
    """Positions a second and thread, by (position, threads); 0 threads are two processes with one each."""
    engines = {threads: Engine(command, weights, threads) for threads in (1, 2)}
    twin = Engine(command, weights, 1)
    found = {}
    for _ in range(rounds + 1):  # the first warms up
        for name, position in positions.items():
            for threads, engine in engines.items():
                nodes, seconds = engine.seconds(position)
                found.setdefault((name, threads), []).append(nodes / seconds)
            pair = engines[1], twin
            for engine in pair:
                engine.go(position)
            both = [engine.done() for engine in pair]
            found.setdefault((name, 0), []).append(statistics.mean(nodes / seconds for nodes, seconds in both))
    for engine in *engines.values(), twin:
        engine.close()
    return {key: statistics.median(values[1:]) for key, values in found.items()}


def costs(command, weights, positions, rounds):
    """Nanoseconds a child and a level, from samples of several lengths."""
    shapes = {(name, t): tree(command, weights, position, t) for name, position in positions.items() for t in TEMPERATURES}
    shapes = {key: shape for key, shape in shapes.items() if shape["nodes"] >= NODES}  # others ended in a proof
    engine = Engine(command, weights, 1)
    times = {}
    for _ in range(rounds + 1):
        for name, t in shapes:
            times.setdefault((name, t), []).append(engine.seconds(positions[name], t)[1])
    engine.close()
    rows = []
    for key, shape in shapes.items():
        samples = shape["samples"]
        rows.append((key[0], shape["nodes"] / samples, shape["sample_length"], 1e9 * statistics.median(times[key][1:]) / samples))
    return solve(rows)


def main():
    build, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    print(f"million positions a second of a thread, medians of {rounds} runs of {NODES:,}; ns: fitted over Ts {TEMPERATURES}")
    print(f"{'game':10} {'weights':8} {'position':8} {'1 thread':>9} {'2 threads':>9} {'2 apart':>9} {'bytes a child':>13} {'plies':>6} "
          f"{'ns a child':>11} {'ns a level':>11}", flush=True)
    for game, positions in POSITIONS.items():
        command = f"{build}/yuragi-{game}"
        files = sorted(folder.glob(f"{game}-*.weights"))
        for weights in [None, *files]:
            shape = weights.stem.split("-", 1)[1] if weights else "inside"
            rates = speeds(command, weights, positions, rounds)
            children, level = costs(command, weights, positions, rounds)
            for name, position in positions.items():
                grown = tree(command, weights, position)
                print(f"{game:10} {shape:8} {name:8} {rates[name, 1] / 1e6:9.2f} {rates[name, 2] / 1e6:9.2f} {rates[name, 0] / 1e6:9.2f} "
                      f"{grown['bytes_per_child']:13.1f} {grown['sample_length']:6.1f} {children[name]:11.0f} {level:11.0f}",
                      "" if level > 0 else "  (long samples were no dearer: the fit says nothing)", flush=True)


main()

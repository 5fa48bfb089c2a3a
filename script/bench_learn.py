"""Speed of self-play and of learning, for a second of processor time of one thread.

usage: bench_learn.py BUILD [ROUNDS]
Games of 1 000 nodes a move are played by one thread; every shape of weights then learns from their positions. How much of
it is reading is measured by steps that skip nearly all samples (ValueMost 1).
"""
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile

GAMES = {"shogi": 60, "minishogi": 200, "chess": 60}
NODES = 1000
SHAPES = {"shogi": ["pp", "ppk", "net"], "minishogi": ["pp", "ppk", "kppt", "net"], "chess": ["pp", "ppk", "kppt", "net"]}
STEPS = 40
BATCH = 4096


def timed(command):
    """Standard output, and seconds of processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return output, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def learn(lab, folder, data, shape, *options):
    """The number of samples used, and seconds."""
    out = tempfile.mkdtemp(dir=folder)
    command = [lab, "learn", "regress", "--data", data, "--out", out, "--shape", shape, "--batch", str(BATCH), "--json", *options]
    _, start = timed(command + ["--steps", "0"])
    os.remove(os.path.join(out, "checkpoint"))
    output, seconds = timed(command + ["--steps", str(STEPS), "--report", str(STEPS)])
    return json.loads(output.splitlines()[-1])["samples"], seconds - start


def main():
    build, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    print(f"median of {rounds}, one thread; games of {NODES} nodes a move, steps of {BATCH} samples")
    for game, games in GAMES.items():
        lab = os.path.join(build, f"yuragi-lab-{game}")
        with tempfile.TemporaryDirectory() as folder:
            made, nodes = [], []
            for number in range(rounds):
                data = os.path.join(folder, str(number))
                output, seconds = timed([lab, "selfplay", "--out", data, "--games", str(games), "--nodes", str(NODES),
                                         "--concurrency", "1", "--seed", str(number), "--json"])
                counts = json.loads(output)
                made.append(counts["positions"] / seconds)
                nodes.append(counts["nodes"] / seconds)
            print(f"{game:10} selfplay {statistics.median(made):9.0f} positions/s {statistics.median(nodes):10.0f} nodes/s", flush=True)
            for shape in SHAPES[game]:
                trained, read = [], []
                for _ in range(rounds):
                    samples, seconds = learn(lab, folder, data, shape)
                    trained.append(samples / seconds)
                    _, alone = learn(lab, folder, data, shape, "--option", "ValueMost=1")
                    read.append(alone / seconds)
                print(f"{game:10} {shape:8} {statistics.median(trained):9.0f} samples/s, "
                      f"{100 * statistics.median(read):3.0f} % of it reading", flush=True)


if __name__ == "__main__":
    main()

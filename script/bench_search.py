"""Nodes a second of the alpha-beta search against the packaged engines, one thread, interleaved; then two threads against one.

usage: bench_search.py BUILD [ROUNDS]
Both sides think MOVETIME milliseconds about the same positions, with tables of the same size, in processes of their own.
"""
import statistics
import subprocess
import sys

MOVETIME = 1000  # milliseconds
HASH = 64  # MiB

POSITIONS = {
    "shogi": [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "ln1g3nl/1r2gks2/p1pp1pppp/1p2p4/9/2P1P4/PP1P1PPPP/1BGS1K1R1/LN3G1NL b BSs 1",
        "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
    ],
    "minishogi": ["rbsgk/4p/5/P4/KGSBR b - 1", "2sgk/1b2p/3r1/PSB2/K1G1R w - 1", "3gk/1r1bp/P1s2/1GSB1/K3R b - 1"],
    "chess": [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    ],
}
RIVALS = {
    "shogi": ("fairy-stockfish", ["setoption name UCI_Variant value shogi"]),
    "minishogi": ("fairy-stockfish", ["setoption name UCI_Variant value minishogi"]),
    "chess": ("stockfish", ["setoption name Use NNUE value false"]),
}


class Engine:
    """One process that speaks UCI, which yuragi does in every game and fairy-stockfish too."""

    def __init__(self, command, setup):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        for line in ["uci", *setup, f"setoption name Hash value {HASH}", "isready"]:
            self.process.stdin.write(line + "\n")
        while "readyok" not in self.process.stdout.readline():
            pass

    def speed(self, positions):
        """Nodes a second over all positions, as the engine reports them in its last line."""
        nodes = milliseconds = 0
        for position in positions:
            self.process.stdin.write(f"position fen {position}\ngo movetime {MOVETIME}\n")
            last = {}
            while True:
                words = self.process.stdout.readline().split()
                if words[:1] == ["bestmove"]:
                    break
                if "nodes" in words and "time" in words:
                    last = {key: int(words[words.index(key) + 1]) for key in ("nodes", "time")}
            nodes += last["nodes"]
            milliseconds += max(last["time"], 1)
        return nodes / milliseconds * 1000

    def close(self):
        self.process.communicate("quit\n")


def compare(first, second, positions, rounds):
    own, other = [], []
    for _ in range(rounds):
        own.append(first.speed(positions))
        other.append(second.speed(positions))
    first.close()
    second.close()
    ratio = statistics.median(a / b for a, b in zip(own, other))
    return statistics.median(own), statistics.median(other), ratio


def main():
    build = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    print(f"{'game':10} {'yuragi':>9} {'rival':>9} {'ratio':>6}  (thousand nodes a second, medians of {rounds})")
    for game, positions in POSITIONS.items():
        command, setup = RIVALS[game]
        own, other, ratio = compare(Engine(f"{build}/yuragi-{game}", []), Engine(command, setup), positions, rounds)
        print(f"{game:10} {own / 1000:9.0f} {other / 1000:9.0f} {ratio:6.2f}  {command}")
    print(f"\n{'game':10} {'2 threads':>9} {'1 thread':>9} {'ratio':>6}")
    for game, positions in POSITIONS.items():
        two = Engine(f"{build}/yuragi-{game}", ["setoption name Threads value 2"])
        own, other, ratio = compare(two, Engine(f"{build}/yuragi-{game}", []), positions, rounds)
        print(f"{game:10} {own / 1000:9.0f} {other / 1000:9.0f} {ratio:6.2f}")


main()

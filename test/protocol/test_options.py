"""What a GUI, a script and a person at the terminal set and ask: options, strength, time. Prints TAP.

usage: test_options.py ENGINE GAME WEIGHTS
"""
import os
import re
import shutil
import sys
import tempfile
import time

from gui import Gui, is_sanitized, need, run

ENGINE, GAME, WEIGHTS = sys.argv[1:4]
SLOWER = 10 if is_sanitized(ENGINE) else 1
IS_CHESS = GAME == "chess"
HELLO, HELLO_OK = ("uci", "uciok") if IS_CHESS else ("usi", "usiok")
FIRST_TIME, SECOND_TIME = ("wtime", "btime") if IS_CHESS else ("btime", "wtime")
MOVES = {"shogi": ["7g7f", "2g2f"], "minishogi": ["5d5c", "2e3d"], "chess": ["e2e4", "d2d4"]}[GAME]

cases = []


def case(function):
    cases.append(function)
    return function


def start(hello=HELLO):
    gui = Gui(ENGINE)
    gui.send(hello)
    gui.options = [line for line in gui.until(hello + "ok", 5) if line.startswith("option ")]
    return gui


def answer(gui, *lines, seconds=20):
    gui.send(*lines)
    return gui.until("bestmove", seconds * SLOWER)


def reports(lines):
    return [line for line in lines if line.startswith("info depth")]


def nodes(lines):
    return int(re.search(r" nodes (\d+)", reports(lines)[-1])[1])


@case
def options_belong_to_the_game():
    with start() as gui:
        names = {line.split()[2] for line in gui.options}
        need(("EnteringKingRule" in names) == (GAME == "shogi"), "EnteringKingRule")
        need(("GenerateAllLegalMoves" in names) == (not IS_CHESS), "GenerateAllLegalMoves")
        for name in ["EvalDir", "DrawValueBlack", "DrawValueWhite", "RoundUpToFullSecond", "Skill_Level"]:
            need(name in names, name)
        need(("UCI_LimitStrength" in names and "UCI_Elo" in names) == IS_CHESS, "UCI_Elo")
        if GAME == "shogi":
            rule = next(line for line in gui.options if "EnteringKingRule" in line)
            need("var CSARule24H" in rule and "var CSARule27H" in rule and "default CSARule27 " in rule, rule)
        if IS_CHESS:
            need("error" in gui.ask("setoption name EnteringKingRule value TryRule")[0], "chess has entering kings")


@case
def getoption_as_in_other_engines():
    with start() as gui:
        need(gui.ask("getoption USI_Hash") == ["Options[USI_Hash] == 64"], "one option")
        gui.send("setoption name MultiPV value 3")
        need(gui.ask("getoption multipv") == ["Options[MultiPV] == 3"], "a value that was set")
        need(gui.ask("getoption EvalFile") == ["Options[EvalFile] == <empty>"], "an empty text")
        said = gui.ask("getoption Hsah")
        need(len(said) == 1 and "did you mean Hash?" in said[0], f"{said}")
        everything = gui.ask("getoption")
        need(len(everything) == len(gui.options), "not all options")
        need(all(re.fullmatch(r"Options\[[A-Za-z0-9_ ]+\] == .*", line) for line in everything), f"{everything}")


@case
def the_position_and_its_value():
    with start() as gui:
        gui.send(f"position startpos moves {MOVES[0]}")
        said = gui.ask("d")
        label = "Fen: " if IS_CHESS else "Sfen: "
        need(len(said) >= 7 and any(line.startswith(label) for line in said), f"{said}")
        need(any(re.fullmatch(r"Key: [0-9A-F]{16}", line) for line in said), f"{said}")
        said = gui.ask("eval")
        need(re.fullmatch(r"eval = -?\d+", said[0]), f"{said}")
        side = "Black" if IS_CHESS else "White"
        need(re.fullmatch(rf"[-+]\d+\.\d\d pawns for {side}, who is to move; .*", said[1]), f"{said}")
        gui.send("go infinite")
        need("error" in gui.ask("eval")[-1], "eval beside a search")
        answer(gui, "stop")


@case
def memory_beyond_the_machine():
    with start() as gui:
        said = gui.ask("setoption name USI_Hash value 1000000", "getoption USI_Hash")
        need(len(said) == 2 and "more than the" in said[0] and said[1] == "Options[USI_Hash] == 64", f"{said}")
        answer(gui, "go depth 1")


@case
def moves_and_depth_are_both_obeyed():
    with start() as gui:
        lines = answer(gui, "setoption name PvInterval value 0", f"go searchmoves {' '.join(MOVES)} depth 4")
        depths = [int(re.search(r"depth (\d+)", line)[1]) for line in reports(lines)]
        need(depths[-1] == 4, f"depths {depths}")
        need(lines[-1].split()[1] in MOVES, lines[-1])


@case
def clocks_below_zero_are_empty():
    with start() as gui:
        gui.ask("isready")
        for words in ["btime -5 wtime -5", "btime -5 wtime -5 byoyomi 20", "btime 100 wtime 100 binc -1 winc -1", "movetime -3"]:
            lines = answer(gui, "go " + words, seconds=2)
            need(not any("error" in line for line in lines), f"{lines}")


@case
def last_lines_of_every_rank_belong_together():
    for search in ["alphabeta", "softmax"]:
        with start() as gui:
            gui.send(f"setoption name Search value {search}", "setoption name MultiPV value 4", "isready")
            gui.until("readyok", 20)
            for time_ms in range(40 * SLOWER, 400 * SLOWER, 40 * SLOWER):
                lines = answer(gui, f"go movetime {time_ms}")
                last = {}
                for line in reports(lines):
                    last[re.search(r"multipv (\d+)", line)[1]] = re.search(r" pv (\S+)", line)[1]
                need(len(last) == 4 and len(set(last.values())) == 4, f"{search}, {time_ms} ms: {last}")
                need(last["1"] == lines[-1].split()[1], f"{search}, {time_ms} ms: {last}, {lines[-1]}")


@case
def skill_level_limits_the_nodes():
    with start() as gui:
        for level, most in [(0, 100), (5, 3200), (8, 25600)]:
            lines = answer(gui, f"setoption name Skill_Level value {level}", "go movetime 3000")
            need(most // 2 <= nodes(lines) <= most + 2, f"level {level}: {nodes(lines)} nodes")
        lines = answer(gui, "setoption name Skill_Level value 20", "go nodes 40000")
        need(nodes(lines) >= 35000, "full strength")
        gui.send("setoption name Skill_Level value 0", "go infinite")
        time.sleep(0.3)
        need(nodes(answer(gui, "stop")) > 1000, "analysis is at full strength")


@case
def a_rating_limits_the_nodes():
    with start("uci") as gui:
        low, high = map(int, re.search(r"UCI_Elo .* min (\d+) max (\d+)", "\n".join(gui.options)).groups())
        gui.send("setoption name UCI_LimitStrength value true")
        counts = [nodes(answer(gui, f"setoption name UCI_Elo value {elo}", "go movetime 5000"))
                  for elo in (low, (low + high) // 2)]
        need(counts[0] <= 102 < counts[1], f"{counts}")
        gui.send(f"setoption name UCI_Elo value {low}", "setoption name UCI_LimitStrength value false")
        need(nodes(answer(gui, "go nodes 5000")) > 2000, "no limit")


@case
def whole_seconds_are_used():
    with start() as gui:
        gui.send("setoption name RoundUpToFullSecond value true", "isready")
        gui.until("readyok", 20)
        # A busy machine may delay one answer; an engine that plans wrongly is wrong every time.
        for _ in range(3):
            begin = time.monotonic()
            answer(gui, f"go {FIRST_TIME} 20000 {SECOND_TIME} 20000")  # about 0.4 s otherwise
            took = time.monotonic() - begin
            if 0.95 <= took % 1 < 1:
                return
        need(SLOWER > 1, f"{took:.3f} s")


@case
def weights_in_a_folder():
    with tempfile.TemporaryDirectory(prefix="yuragi weights ") as folder:
        shutil.copy(WEIGHTS, os.path.join(folder, "my.weights"))
        with start() as gui:
            said = gui.ask(f"setoption name EvalDir value {folder}", "setoption name EvalFile value my.weights", "isready")
            need(said == ["readyok"], f"{said}")
            said = gui.ask("setoption name EvalFile value", "isready")
            need("error" in said[0] and folder in said[0], f"{said}")


sys.exit(run(cases))

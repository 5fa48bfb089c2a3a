"""Plays the part of a GUI: what GUIs send, at the times they send it, and what must come back. Prints TAP.

usage: test_session.py ENGINE GAME WEIGHTS [--patient]

With --patient ENGINE is patient_engine.c, whose search lasts as long as it may; the cases that need one run only then.
"""
import os
import random
import re
import statistics
import sys
import tempfile
import time

from gui import Gui, Failure, is_sanitized, need, run

ENGINE, GAME, WEIGHTS = sys.argv[1:4]
IS_PATIENT = "--patient" in sys.argv
IS_CHESS = GAME == "chess"
HELLO, HELLO_OK = ("uci", "uciok") if IS_CHESS else ("usi", "usiok")
NO_MOVE = "(none)" if IS_CHESS else "resign"
NEW_GAME = "ucinewgame" if IS_CHESS else "usinewgame"
FIRST_TIME, SECOND_TIME = ("wtime", "btime") if IS_CHESS else ("btime", "wtime")
GAMES = {
    "shogi": dict(moves=["7g7f", "3c3d"], mated="sfen 8k/8G/8P/9/9/9/9/9/4K4 w - 1", mate="sfen 8k/9/8P/9/9/9/9/9/4K4 b G 1",
                  mating="G*1b", there="2g2f", shuffle=["4i4h", "6a6b", "4h4i", "6b6a"], perft="30 900",
                  declared="sfen 4K4/RBRBPPPPP/PPPP5/9/9/9/9/9/4k4 b - 1"),
    "minishogi": dict(moves=["5d5c", "1b1c"], mated="sfen 4k/4G/4P/5/K4 w - 1", mate="sfen 4k/5/4P/5/K4 b G 1",
                      mating="G*1b", there="5d5c", shuffle=["4e4d", "2a2b", "4d4e", "2b2a"], perft="14 181"),
    "chess": dict(moves=["e2e4", "e7e5"], mated="fen R3k3/8/4K3/8/8/8/8/8 b - - 0 1", mate="fen 4k3/8/4K3/8/8/8/8/R7 w - - 0 1",
                  mating="a1a8", there="e2e4", shuffle=["g1f3", "g8f6", "f3g1", "f6g8"], perft="20 400"),
}[GAME]
MOVE = GAMES["moves"][0]
SANITIZED = is_sanitized(ENGINE)
SLOWER = 10 if SANITIZED else 1
ERROR = r"info string error: [ -~]+"
BEST = r"bestmove (\S+)( ponder \S+)?"
INFO = r"info depth \d+ seldepth \d+ multipv \d+ score (cp|mate) -?\d+ nodes \d+ nps \d+ hashfull \d+ time \d+ pv \S[ -~]*"

cases = []


def case(function):
    cases.append(function)
    return function


def patient(function):
    if IS_PATIENT:
        cases.append(function)
    return function


def quick(function):
    if not IS_PATIENT:
        cases.append(function)
    return function


def start(**options):
    return Gui(ENGINE, **options)


def need_match(pattern, line):
    need(re.fullmatch(pattern, line), f"{line!r} is not {pattern}")


def answer(gui, seconds=5):
    """The lines up to the answer of a `go`; the last but one is a report with a score."""
    lines = gui.until("bestmove", seconds * SLOWER)
    need_match(BEST, lines[-1])
    reports = gui.reports() + [line for line in lines if line.startswith("info depth")]
    need(reports and re.search(r" score (cp|mate) -?\d+", reports[-1]), f"no score before {lines[-1]!r}")
    return lines


def ask(gui, *lines):
    """What the engine says to these lines, at once: nothing else but an `isready` follows."""
    return gui.ask(*lines, seconds=20 * SLOWER)


# ---- greeting and options ----

@case
def greeting_names_the_engine_and_its_options():
    with start() as gui:
        gui.send(HELLO)
        lines = gui.until(HELLO_OK, 10)
        need_match(r"id name yuragi [0-9.]+", lines[0])
        need_match(r"id author [ -~]+", lines[1])
        options = lines[2:-1]
        for line in options:
            name = r"[A-Za-z0-9_]+" if not IS_CHESS else r"[A-Za-z0-9_ ]+?"
            need_match(rf"option name {name} type (check default (true|false)|spin default -?\d+ min -?\d+ max -?\d+"
                       r"|combo default \S+( var \S+)+|button|string default \S+|filename default \S+)", line)
        names = [re.match(r"option name (.+?) type", line)[1] for line in options]
        need(len(set(names)) == len(names), f"a name comes twice: {names}")
        wanted = {"Threads", "MultiPV", "EvalFile", "NetworkDelay", "MinimumThinkingTime", "SlowMover", "ResignValue",
                  "Stochastic_Ponder", "PvInterval", "NodesLimit", "DepthLimit"}
        wanted |= {"Hash", "Ponder", "Clear Hash", "Move Overhead", "UCI_Variant", "UCI_Chess960", "UCI_AnalyseMode",
                   "UCI_ShowWDL"} if IS_CHESS else {"USI_Hash", "USI_Ponder", "USI_Variant", "NetworkDelay2", "ClearHash"}
        unwanted = {"USI_Hash", "USI_Ponder", "USI_Variant"} if IS_CHESS else {"Hash", "Ponder", "UCI_Variant"}
        need(wanted <= set(names), f"not announced: {wanted - set(names)}")
        need(not unwanted & set(names), f"announced: {unwanted & set(names)}")


@case
def greeting_in_the_other_protocol():
    with start() as gui:
        other = "usi" if IS_CHESS else "uci"
        gui.send(other)
        need(gui.until(other + "ok", 10)[-1] == other + "ok", "no greeting")


@quick
def greeting_is_quick():
    times = []
    for _ in range(9):
        begin = time.monotonic()
        with start() as gui:
            gui.send(HELLO)
            gui.until(HELLO_OK, 10)
            times.append(time.monotonic() - begin)
    need(statistics.median(times) < 0.05 * SLOWER, f"median {statistics.median(times) * 1000:.1f} ms")


@case
def options_every_gui_sends():
    with start() as gui:
        need(ask(gui, "setoption name USI_Hash value 32", "setoption name Hash value 16", "setoption name USI_Ponder value true",
                 "setoption name Ponder value false", "setoption name USI_MultiPV value 2", "setoption name MultiPV value 1",
                 "setoption name Clear Hash", "setoption name ClearHash", "setoption name Move Overhead value 30",
                 "setoption name NetworkDelay2 value 40", f"setoption name USI_Variant value {GAME}", "setoption name multipv value 1",
                 f"setoption name UCI_Variant value {GAME}", "setoption name UCI_AnalyseMode value true", "debug on",
                 "register later", "setoption name EvalFile value ", "setoption name EvalFile value <empty>") == [], "an error")


@case
def options_refused_say_why():
    with start() as gui:
        for line, word in [("setoption name Frobnicate value 3", "Frobnicate"), ("setoption name Threads value x", "Threads"),
                           ("setoption name Threads value 0", "Threads"), ("setoption name USI_Hash value -5", "USI_Hash"),
                           ("setoption name MultiPV value 99999999999999999999", "MultiPV"), ("setoption", "option"),
                           ("setoption name", "option"), ("setoption name value", "option"), ("setoption value 3", "option"),
                           ("setoption name Threads", "Threads"), ("setoption name USI_Ponder value maybe", "USI_Ponder"),
                           ("setoption name ClearHash value 3", "ClearHash"), ("setoption name PvInterval value ", "PvInterval"),
                           ("setoption name " + "x" * 5000 + " value 1", "option"),
                           ("setoption name EvalFile value " + "x" * 5000, "EvalFile")]:
            said = ask(gui, line)
            need(len(said) == 1 and re.fullmatch(ERROR, said[0]) and word in said[0], f"{line[:60]}: {said}")


@case
def another_game_is_another_program():
    other = "shogi" if IS_CHESS else "chess"
    with start() as gui:
        for name in "USI_Variant", "UCI_Variant":
            said = ask(gui, f"setoption name {name} value {other}")
            need(len(said) == 1 and f"yuragi-{other}" in said[0], f"{said}")


@case
def button_in_a_process_of_its_own():
    with start() as gui:
        gui.send(HELLO, "setoption name ClearHash", "quit")
        need(gui.end(5) == 0, "exit")


# ---- loading ----

@case
def ready_before_every_game():
    with start() as gui:
        for _ in range(3):
            need(ask(gui, "isready", NEW_GAME) == ["readyok"], "not ready")
            gui.send("position startpos", f"go {FIRST_TIME} 100 {SECOND_TIME} 100")
            answer(gui)
            gui.send("gameover draw")


@case
def weights_from_a_file_and_back():
    with tempfile.TemporaryDirectory(prefix="yuragi weights ") as folder:  # a space in the path
        path = os.path.join(folder, "a b.weights")
        with open(WEIGHTS, "rb") as source, open(path, "wb") as copy:
            copy.write(source.read())
        with start() as gui:
            need(ask(gui, f"setoption name EvalFile value {path}", "isready") == ["readyok"], "not loaded")
            gui.send("go depth 1")
            answer(gui)
            need(ask(gui, "setoption name EvalFile value", "isready") == ["readyok"], "not loaded")
            gui.send("go depth 1")
            answer(gui)


@case
def weights_that_are_not_there():
    with start() as gui:
        said = ask(gui, "setoption name EvalFile value /nonexistent", "isready")
        need(len(said) == 2 and "/nonexistent" in said[0] and said[1] == "readyok", f"{said}")
        gui.send("go depth 1")
        need(not any("error" in line for line in answer(gui)), "complained twice")
        gui.send("setoption name EvalFile value /nonexistent", "go depth 1")
        need(sum("error" in line for line in answer(gui)) == 1, "no complaint")


@patient
def memory_that_is_not_there():
    with start() as gui:
        said = ask(gui, "setoption name MultiPV value 2", "isready", "setoption name USI_Hash value 4321", "isready")
        need(len(said) == 3 and "4321" in said[1], f"{said}")
        gui.send("go depth 1")
        need(not any("error" in line for line in answer(gui)), "complained twice")


@patient
def signs_of_life_while_loading():
    if GAME != "shogi":
        return  # once is enough for six seconds
    with start(environment={"YURAGI_LOAD_MS": "6000"}) as gui:
        begin = time.monotonic()
        gui.send(HELLO)
        gui.until(HELLO_OK, 1)
        gui.send("isready", "position startpos")
        need(gui.line(5.9) == "", "no sign of life")
        need(4.5 < time.monotonic() - begin, "a sign of life too soon")
        need(gui.line(5) == "readyok", "not ready")


@case
def new_game_is_instant():
    with start() as gui:
        ask(gui, "isready")
        begin = time.monotonic()
        gui.send(NEW_GAME, "position startpos", f"go {FIRST_TIME} 20 {SECOND_TIME} 20")
        answer(gui)
        need(time.monotonic() - begin < 0.5 * SLOWER, "slow")


# ---- positions ----

@case
def moves_as_guis_write_them():
    with start() as gui:
        for line in ["position startpos", "position startpos moves ", f"position startpos moves {MOVE}",
                     f"position startpos moves {MOVE}\r", f"  position \t startpos   moves   {MOVE}  ", f"position {GAMES['mate']}",
                     f"position {GAMES['mate'].split(' ', 1)[1]}", f"position {GAMES['mate'].rsplit(' ', 1)[0]}"]:
            need(ask(gui, line) == [], f"{line!r} is refused")
            gui.send("go depth 1\r")
            answer(gui)


@case
def lines_that_are_wrong():
    with start() as gui:
        gui.send(f"position {GAMES['mate']}")
        for line in ["position", "position sfen", "position sfen xyz", "position fen xyz", "position startpos 3", "position startpos moves xyz",
                     f"position startpos moves {MOVE} {MOVE}", "frobnicate", "\x01\xff\xfe", "go2", "position startpos moves resign",
                     "position moves " + MOVE, "x" * 1000000, "position startpos moves " + "x" * 1000000, "position sfen " + "9/" * 100000,
                     "position startpos moves \x00", "ponderhit", "USI"]:
            said = ask(gui, line)
            need(len(said) == 1 and re.fullmatch(ERROR, said[0]), f"{line[:60]!r}: {said}")
            gui.send("go depth 1")  # the position is the one of before
            need(GAMES["mating"] in answer(gui)[-1] or IS_PATIENT, "the position is lost")


@case
def lines_without_words():
    with start() as gui:
        need(ask(gui, "", "   ", "\r", "\t", "isready") == ["readyok"], "said something")


@case
def a_very_long_game():
    with start() as gui:
        line = "position startpos moves " + " ".join(GAMES["shuffle"] * 25000)
        need(ask(gui, line) == [], "refused")
        gui.send("go depth 1")
        answer(gui)
        said = ask(gui, line + " xyz")
        need(len(said) == 1 and "move 100001" in said[0], f"{said}")


# ---- go ----

@case
def every_kind_of_go():
    with start() as gui:
        for words in ["depth 1", "nodes 1", "movetime 10", "btime 100 wtime 100", "btime 0 wtime 0 byoyomi 20", "btime 0 wtime 0 byoyomi 0",
                      "btime 0 wtime 0 binc 20 winc 20", "btime 100 wtime 100 binc 10 winc 10", "byoyomi 50 nodes 1000 depth 3",
                      "btime 0 wtime 0", "wtime 100", "btime 100", "btime 100 wtime 100 movestogo 1", "rtime 10", "movetime 0",
                      f"depth 1 searchmoves {GAMES['there']}"]:
            for moves in "", f" moves {MOVE}":
                if "searchmoves" in words and moves:
                    continue
                gui.send(f"position startpos{moves}", f"go {words}")
                lines = answer(gui)
                need(not any("error" in line for line in lines), f"go {words}: {lines}")
                if "searchmoves" in words:
                    need(f"bestmove {GAMES['there']}" in lines[-1], f"{lines}")
                gui.silence(0)


@case
def go_with_nonsense_is_answered():
    with start() as gui:
        for words in ["depth 99999999999999999999", "depth -1", "depth", "depth x", "nodes -1", "frobnicate",
                      "movetime x", "btime x wtime y", "searchmoves xyz", "depth 1 searchmoves " + "x" * 100000, "byoyomi", "wtime btime",
                      "btime 99999999999999999999 wtime 1", "movestogo -3 btime 100 wtime 100", "\xff"]:
            gui.send("position startpos", f"go {words}", "stop")
            lines = answer(gui)
            need(sum(bool(re.fullmatch(ERROR, line)) for line in lines) == 1, f"go {words}: {lines}")
            need(ask(gui) == [], f"go {words}: more than one answer")


@case
def go_with_large_numbers():
    with start() as gui:
        for words in [f"{FIRST_TIME} 9000000000000 {SECOND_TIME} 9000000000000 movestogo 2147483647 depth 1",
                      "nodes 9223372036854775807 depth 1", "depth 2147483647 nodes 10", "byoyomi 300000000000000 depth 1",
                      "movetime 300000000000000 depth 1"]:
            gui.send(f"go {words}")
            lines = answer(gui)
            need(not any("error" in line for line in lines), f"{lines}")


@case
def go_mate():
    with start() as gui:
        if IS_CHESS:
            gui.send(f"position {GAMES['mate']}", "go mate 1 movetime 200")
            answer(gui)
        else:
            for words in "mate infinite", "mate 1000", "mate":
                gui.send(f"position {GAMES['mate']}", f"go {words}")
                need(gui.until("checkmate", 5 * SLOWER) == [f"checkmate {GAMES['mating']}"], words)


@case
def go_perft():
    with start() as gui:
        for depth, count in enumerate(GAMES["perft"].split(), 1):
            gui.send("position startpos", f"go perft {depth}")
            need(gui.until("Nodes", 10)[-1] == f"Nodes searched: {count}", "count")
        gui.send("go perft 30")
        gui.silence(1.2)  # longer than a search that is given no limit
        gui.send("stop")
        need_match(ERROR, gui.until("info", 5 * SLOWER)[-1])


@case
def mated():
    with start() as gui:
        gui.send(f"position {GAMES['mated']}", "go movetime 100")
        lines = answer(gui)
        need(lines == [f"info depth 0 score mate {'0' if IS_CHESS else '-0'}", f"bestmove {NO_MOVE}"], f"{lines}")
        if IS_CHESS:
            gui.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go")
            need(answer(gui) == ["info depth 0 score cp 0", "bestmove (none)"], "stalemate")


@quick
def mate_in_one():
    with start() as gui:
        gui.send(f"position {GAMES['mate']}", "go depth 3")
        lines = answer(gui)
        need(" score mate 1 " in lines[-2] and lines[-2].endswith(f" pv {GAMES['mating']}"), f"{lines}")
        need_match(f"bestmove {re.escape(GAMES['mating'])}", lines[-1])


@quick
def declaration():
    if GAME == "shogi":
        with start() as gui:
            gui.send(f"position {GAMES['declared']}", "go movetime 100")
            need(gui.until("bestmove", 5)[-1] == "bestmove win", "not declared")


@case
def resignation():
    with start() as gui:
        bare = {"shogi": "sfen 4k4/9/9/9/9/9/9/9/rr2K4 b - 1", "minishogi": "sfen k3r/5/5/5/3K1 b - 1",
                "chess": "fen 4k3/8/8/8/8/8/8/qq2K2r w - - 0 1"}[GAME]
        gui.send("setoption name ResignValue value 0", f"position {bare}", "go depth 1")
        last = gui.until("bestmove", 5)[-1]
        if not IS_CHESS and not IS_PATIENT:
            need(last == "bestmove resign", last)
        gui.send("setoption name ResignValue value 99999", "go depth 1")
        need("resign" not in gui.until("bestmove", 5)[-1], "resigned")


@quick
def chess960_castling():
    if IS_CHESS:
        castle = "fen 6k1/8/8/8/8/8/8/4K2R w K - 0 1"
        with start() as gui:
            gui.send(f"position {castle}", "go depth 1 searchmoves e1g1")
            need_match("bestmove e1g1.*", answer(gui)[-1])
            gui.send("setoption name UCI_Chess960 value true", f"position {castle}", "go depth 1 searchmoves e1h1")
            need_match("bestmove e1h1.*", answer(gui)[-1])


@case
def chances_to_win():
    with start() as gui:
        gui.send("setoption name UCI_ShowWDL value true", "go depth 1")
        need(re.search(r" wdl \d+ \d+ \d+ ", answer(gui)[-2]), "no wdl")


@case
def reports_have_their_fields():
    with start() as gui:
        gui.send("setoption name MultiPV value 3", "setoption name PvInterval value 0", "position startpos", "go depth 2")
        reports = [line for line in answer(gui) if line.startswith("info depth")]
        for line in reports:
            need_match(INFO, line)


@patient
def reports_of_every_rank():
    with start() as gui:
        gui.send("setoption name MultiPV value 3", "position startpos", "go depth 5")
        reports = [line for line in answer(gui) if line.startswith("info depth")]
        need([re.search(r"multipv (\d+)", line)[1] for line in reports] == ["1", "2", "3"], f"{reports}")
        need(all("depth 5 " in line for line in reports), "not the newest")


@patient
def reports_are_throttled():
    with start() as gui:
        gui.send("setoption name PvInterval value 100", "go movetime 540")
        many = [line for line in answer(gui) if line.startswith("info depth")]
        need((1 if SANITIZED else 2) <= len(many) <= 7, f"{len(many)} reports")
        gui.send("setoption name PvInterval value 0", "go depth 50")
        need(len([line for line in answer(gui) if line.startswith("info depth")]) == 50, "reports are missing")


@patient
def limits_as_options():
    with start() as gui:
        gui.send("setoption name DepthLimit value 3", "go")
        need("info depth 3 " in answer(gui)[-2], "depth")
        gui.send("setoption name DepthLimit value 0", "setoption name NodesLimit value 7000", "go nodes 100000")
        need("info depth 7 " in answer(gui)[-2], "nodes")


# ---- the clock ----

@patient
def time_is_used_and_kept():
    with start() as gui:
        ask(gui, "isready")
        for words, low, high in [("movetime 100", 92, 100), ("movetime 300", 292, 300), ("btime 0 wtime 0 byoyomi 300", 215, 300), ("byoyomi 1000", 900, 1000),
                                 ("btime 1000 wtime 1000", 0, 500), ("btime 0 wtime 0 binc 100 winc 100", 0, 100),
                                 ("btime 0 wtime 0 byoyomi 0", 0, 40), ("", 900, 1100)]:
            # A busy machine may delay one answer; an engine that plans wrongly is late every time.
            for _ in range(3):
                begin = time.monotonic()
                gui.send("go " + words)
                answer(gui)
                took = (time.monotonic() - begin) * 1000
                if took <= high:
                    break
            need(low <= took and (took <= high or SANITIZED), f"go {words}: {took:.0f} ms")


@patient
def white_has_a_clock_too():
    with start() as gui:
        ask(gui, "isready")
        for moves, words in [("", f"{FIRST_TIME} 100 {SECOND_TIME} 90000"), (f" moves {MOVE}", f"{FIRST_TIME} 90000 {SECOND_TIME} 100"),
                             ("", f"{SECOND_TIME} 100"), (f" moves {MOVE}", f"{FIRST_TIME} 100")]:
            begin = time.monotonic()
            gui.send("position startpos" + moves, "go " + words)
            answer(gui)
            need(time.monotonic() - begin < 0.1 * SLOWER, f"go {words}: too long")


@patient
def minimum_thinking_time():
    with start() as gui:
        ask(gui, "setoption name MinimumThinkingTime value 300")
        gui.send("go btime 10000 wtime 10000")
        begin = time.monotonic()
        answer(gui)
        need(time.monotonic() - begin >= 0.29, "too quick")


# ---- whatever the GUI does while we think ----

@case
def infinite_waits_for_stop():
    with start() as gui:
        for position in GAMES["mate"], GAMES["mated"], "startpos":
            ask(gui, f"position {position}")
            gui.send("go infinite")
            gui.no_answer(0.1)
            gui.send("stop", "stop")
            answer(gui)
            gui.silence(0.02)


@case
def stop_is_prompt():
    with start() as gui:
        ask(gui, "isready")
        gui.send("go infinite")
        gui.no_answer(0.05)
        begin = time.monotonic()
        gui.send("stop")
        answer(gui)
        need(time.monotonic() - begin < 0.1 * SLOWER, "slow")


@case
def stop_at_once():
    with start() as gui:
        for _ in range(20):
            gui.send("go infinite", "stop")
            answer(gui)


@case
def stop_without_go():
    with start() as gui:
        need(ask(gui, "stop", "gameover win", "stop") == [], "said something")


@case
def ponder_waits_for_the_hit():
    with start() as gui:
        for hit in ["ponderhit", "ponderhit btime 100 wtime 100 byoyomi 0", "ponderhit btime 100 wtime 100 binc 10 winc 10", "stop",
                    "gameover lose"]:
            for words in "", " btime 100 wtime 100":
                gui.send("position startpos", "go ponder" + words)
                gui.no_answer(0.05)
                gui.send(hit)
                answer(gui)
                gui.silence(0.01)


@patient
def ponderhit_starts_the_clock():
    with start() as gui:
        ask(gui, "isready")
        for words, hit, low, high in [("byoyomi 300", "", 215, 300), ("", " btime 0 wtime 0 byoyomi 300", 215, 300), ("", "", 900, 1100)]:
            gui.send("go ponder " + words)
            gui.no_answer(0.4)
            begin = time.monotonic()
            gui.send("ponderhit" + hit)
            answer(gui)
            took = (time.monotonic() - begin) * 1000
            need(low <= took and (took <= high or SANITIZED), f"{words!r} {hit!r}: {took:.0f} ms")


@patient
def stochastic_ponder():
    with start() as gui:
        ask(gui, "setoption name Stochastic_Ponder value true")
        for hit in "ponderhit", "stop":
            gui.send(f"position startpos moves {MOVE}", "go ponder btime 200 wtime 200")
            gui.no_answer(0.1)
            gui.send(hit)
            lines = answer(gui)
            need(hit == "stop" or " score cp 199 " in lines[-2], f"the other side's position: {lines}")
            gui.silence(0.01)
        gui.send("position startpos", "go ponder btime 100 wtime 100", "ponderhit")
        answer(gui)


@case
def every_go_has_its_answer():
    with start() as gui:
        gui.send("position startpos", "go infinite", "go ponder", "go movetime 20", "go depth 1")
        for _ in range(4):
            answer(gui)
        need(ask(gui) == [], "a fifth answer")


@case
def ready_while_thinking():
    with start() as gui:
        ask(gui, "isready")
        gui.send("go infinite")
        for _ in range(3):
            begin = time.monotonic()
            gui.send("isready")
            gui.early += gui.until("readyok", 5)
            need(time.monotonic() - begin < 0.1 * SLOWER, "slow")
        gui.send("stop")
        answer(gui)


@case
def position_while_thinking():
    with start() as gui:
        gui.send("position startpos", "go infinite", f"position {GAMES['mate']}", "position xyz", "stop")
        lines = answer(gui)
        need(sum("error" in line for line in lines) == 1, f"{lines}")
        need(GAMES["mating"] not in lines[-1], "the move is not for the position of the go")
        gui.send("go movetime 100")
        need(GAMES["mating"] in answer(gui)[-1] or IS_PATIENT, "the position is not the newest")


@case
def options_while_thinking():
    with start() as gui:
        gui.send("go infinite", "setoption name MultiPV value 2", "setoption name Frobnicate value 3", "setoption name Threads value 2")
        gui.no_answer(0.05)
        gui.send("stop")
        answer(gui)
        said = ask(gui, "isready")
        need(len(said) == 2 and "Frobnicate" in said[0], f"{said}")
        gui.send("setoption name MultiPV value 1", "go depth 1")
        answer(gui)


@case
def new_game_while_thinking():
    with start() as gui:
        gui.send("go infinite", NEW_GAME)
        answer(gui)
        gui.send("gameover win", "go depth 1")
        answer(gui)


@case
def gameover_with_stop():
    with start() as gui:
        gui.send("go ponder btime 1000 wtime 1000", "stop", "gameover win")
        answer(gui)
        need(ask(gui, "isready") == ["readyok"], "a second answer")


@case
def greeting_while_thinking():
    with start() as gui:
        gui.send("go infinite", HELLO)
        gui.until(HELLO_OK, 5)
        gui.send("stop")
        answer(gui)


# ---- the end ----

@case
def quit_at_any_time():
    for lines in [], ["isready"], ["go infinite"], ["go ponder"], ["go btime 60000 wtime 60000"], ["go perft 20"], [NEW_GAME]:
        with start() as gui:
            gui.send(*lines, "quit")
            begin = time.monotonic()
            need(gui.end(5) == 0, f"{lines}: exit")
            need(time.monotonic() - begin < 1 * SLOWER, f"{lines}: slow")


@case
def quit_says_nothing_more():
    with start() as gui:
        ask(gui, "isready")
        gui.send("go infinite")
        gui.no_answer(0.05)
        gui.send("quit", "isready", "go")
        need(gui.end(5) == 0 and not [line for line in gui.rest() if "bestmove" in line or line == "readyok"], "words after quit")


@case
def end_of_input():
    for lines, count in [([], 0), (["isready"], 0), (["go infinite"], 1), (["go ponder"], 1), (["go movetime 100"], 1), (["go depth 2"], 1),
                         (["go infinite", "setoption name Threads value 2"], 1), ([NEW_GAME], 0)]:
        with start() as gui:
            gui.send(*lines)
            gui.close()
            need(gui.end(5 * SLOWER) == 0, f"{lines}: exit")
            need(sum(line.startswith("bestmove") for line in gui.rest()) == count, f"{lines}: answers")


@case
def last_line_without_an_end():
    with start() as gui:
        gui.raw(b"isready")
        gui.close()
        need(gui.end(5) == 0 and gui.rest() == ["readyok"], "not obeyed")


@case
def nothing_on_standard_error():
    with start() as gui:
        gui.send(HELLO, "isready", "frobnicate", "position xyz", "setoption name EvalFile value /nonexistent", "isready", "go depth 1", "quit")
        need(gui.end(10) == 0 and gui.errors() == b"", "words on standard error")


@case
def any_folder_will_do():
    with start(folder="/") as gui:
        need(ask(gui, "isready") == ["readyok"], "not ready")
        gui.send("go depth 1")
        answer(gui)


@case
def a_game_of_two_moves():
    with start() as gui:
        gui.send(HELLO)
        gui.until(HELLO_OK, 10)
        need(ask(gui, "isready", NEW_GAME, "isready") == ["readyok", "readyok"], "not ready")
        moves = []
        for _ in range(2):
            gui.send("position startpos" + (" moves " + " ".join(moves) if moves else ""), "go wtime 100 winc 100 btime 100 binc 100")
            moves.append(answer(gui)[-1].split()[1])
        need(ask(gui, "position startpos moves " + " ".join(moves)) == [], f"illegal: {moves}")


@case
def random_guis():
    """300 sequences of commands no GUI would send in this order: every `go` has one answer."""
    chance = random.Random(20261116)
    commands = ["go infinite", "go ponder", "go ponder btime 50 wtime 50", "go movetime 5", "go depth 1", "go btime 10 wtime 10", "go", "stop",
                "stop", "stop", "ponderhit", "ponderhit btime 10 wtime 10", "gameover win", "isready", NEW_GAME, "position startpos",
                f"position startpos moves {MOVE}", f"position {GAMES['mate']}", f"position {GAMES['mated']}", "position xyz", "frobnicate", "",
                "setoption name MultiPV value 2", "setoption name MultiPV value 1", "setoption name Threads value 2", "setoption name x value y",
                "setoption name Stochastic_Ponder value true", "setoption name Stochastic_Ponder value false", "setoption name ClearHash",
                "go mate infinite", "setoption name USI_Hash value 1", "go depth x movetime 2", HELLO]
    with start() as gui:
        asked = answered = 0
        for _ in range(300):
            sent = [chance.choice(commands) for _ in range(chance.randrange(1, 12))]
            for line in sent:
                gui.send(line)
                asked += bool(re.match(r"go\b", line))
                if chance.randrange(4) == 0:
                    time.sleep(chance.random() * 0.004)
            gui.send("stop", "isready", "isready")
            said = gui.until_all(asked - answered, 20 * SLOWER)
            count = sum(line.startswith(("bestmove", "checkmate")) for line in said)
            answered += count
            need(answered == asked, f"{asked} go, {answered} answers after {sent}")
        need(ask(gui, "isready") == ["readyok"], "an answer too many")


sys.exit(run(cases))

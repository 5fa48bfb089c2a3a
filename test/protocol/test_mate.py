"""The search for mates as a GUI asks for it: `go mate` of USI. Prints TAP.

usage: test_mate.py ENGINE GAME
"""
import sys

from gui import Gui, is_sanitized, need, run

ENGINE, GAME = sys.argv[1:3]
SLOWER = 10 if is_sanitized(ENGINE) else 1
IS_CHESS = GAME == "chess"
ONE, MORE = {
    "shogi": ("8k/9/8P/9/9/9/9/9/4K4 b G 1", "9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1"),
    "minishogi": ("4k/5/4P/5/K4 b G 1", "1r2k/P2gp/3S1/2s1b/KGR2 w b 14"),
    "chess": ("4k3/8/4K3/8/8/8/8/R7 w - - 0 1", ""),
}[GAME]

cases = []


def case(function):
    if not IS_CHESS:
        cases.append(function)
    return function


def start():
    gui = Gui(ENGINE)
    gui.send("usi", "setoption name USI_Hash value 4")
    gui.until("usiok", 5 * SLOWER)
    return gui


def ask(gui, position, words, seconds=10):
    gui.send(f"position {position}", f"go mate {words}")
    said = gui.until("checkmate", seconds * SLOWER)
    need(len(said) == 1, f"{said}")
    return said[0]


@case
def a_mate_with_its_whole_line():
    with start() as gui:
        need(ask(gui, f"sfen {ONE}", "infinite") == "checkmate G*1b", "one move")
        moves = ask(gui, f"sfen {MORE}", "20000").split()[1:]
        need(len(moves) >= 7 and len(moves) % 2 == 1, f"{moves}")
        # The engine agrees that the line ends the game.
        gui.send(f"position sfen {MORE} moves {' '.join(moves)}", "go movetime 100")
        need(gui.until("bestmove", 10 * SLOWER)[-1] == "bestmove resign", "not mated")


@case
def no_mate():
    with start() as gui:
        need(ask(gui, "startpos", "infinite") == "checkmate nomate", "startpos")
        need(ask(gui, f"sfen {ONE.replace('b G', 'b S')}", "1000").startswith("checkmate "), "another piece")


@case
def a_limit_of_nodes():
    with start() as gui:
        need(ask(gui, f"sfen {MORE}", "10000 nodes 1") == "checkmate timeout", "nodes")


@case
def stop():
    with start() as gui:
        # One answer, whether the stop comes before the end of the search or after it.
        for _ in range(5):
            gui.send(f"position sfen {MORE}", "go mate infinite", "stop")
            need(len(gui.until("checkmate", 5 * SLOWER)) == 1, "stop")
            need(gui.ask() == [], "a second answer")
        need(ask(gui, f"sfen {ONE}", "infinite") == "checkmate G*1b", "the next search")


@case
def a_level_does_not_weaken_it():
    with start() as gui:
        gui.send("setoption name Skill_Level value 1")
        need(len(ask(gui, f"sfen {MORE}", "20000").split()) > 7, "a level")


@case
def a_search_after_it():
    with start() as gui:
        ask(gui, f"sfen {ONE}", "1000")
        gui.send("position startpos", "go nodes 100")
        need(gui.until("bestmove", 20 * SLOWER)[-1].startswith("bestmove "), "no move")


# UCI has no such answer: there a mate is a limit of a search for a move.
if IS_CHESS:
    def mate_is_a_limit():
        with Gui(ENGINE) as gui:
            gui.send("uci", f"position fen {ONE}", "go mate 1")
            need(gui.until("bestmove", 20 * SLOWER)[-1].startswith("bestmove a1a8"), "the mate")

    cases.append(mate_is_a_limit)

sys.exit(run(cases))

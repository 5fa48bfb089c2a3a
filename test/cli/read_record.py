"""Reads a saved game again, from the description of the format and with no code of ours.

usage: read_record.py FILE

Prints the moves on one line: of CSA and KIF in the notation of USI, of PGN as they stand. Fails if the file is not
what its format asks for: a piece that is not where a move takes it from, a tag or a header that is missing."""
import pathlib
import re
import sys

LETTERS = {"FU": "P", "KY": "L", "KE": "N", "GI": "S", "KA": "B", "HI": "R", "KI": "G", "OU": "K"}
PROMOTED = {"TO": "FU", "NY": "KY", "NK": "KE", "NG": "GI", "UM": "KA", "RY": "HI"}
KANJI = {"歩": "P", "香": "L", "桂": "N", "銀": "S", "角": "B", "飛": "R", "金": "G"}
FULL, RANKS = "１２３４５６７８９", "一二三四五六七八九"


def usi_square(file, rank):
    return f"{file}{'abcdefghi'[int(rank) - 1]}"


def read_csa(lines):
    assert lines[0] == "V2.2", "the version comes first"
    board, moves, side, turn_seen = {}, [], "+", False
    for line in lines[1:]:
        if row := re.fullmatch(r"P(\d)((?: \* |[+-][A-Z]{2})+)", line):
            cells = re.findall(r" \* |[+-][A-Z]{2}", row[2])
            for i, cell in enumerate(cells):
                if cell != " * ":
                    board[f"{len(cells) - i}{row[1]}"] = cell
        elif line in ("+", "-"):
            side, turn_seen = line, True
        elif move := re.fullmatch(r"([+-])(\d\d)(\d\d)([A-Z]{2})", line):
            assert turn_seen and move[1] == side, f"{line}: not this side's turn"
            to = usi_square(*move[3])
            if move[2] == "00":
                moves.append(f"{LETTERS[move[4]]}*{to}")
            else:
                piece = board.pop(move[2])
                assert piece[0] == side, f"{line}: not an own piece"
                assert move[4] == piece[1:] or PROMOTED.get(move[4]) == piece[1:], f"{line}: another piece"
                moves.append(usi_square(*move[2]) + to + ("+" if move[4] != piece[1:] else ""))
            board[move[3]] = side + move[4]
            side = "-" if side == "+" else "+"
        else:
            assert re.match(r"[N$'T%]|P[+-]", line), f"{line}: not a statement"
    assert lines[-1].startswith("%"), "the end is said"
    return moves


def read_kif(lines):
    assert lines[0].startswith("#KIF") and "UTF-8" in lines[0]
    assert any(line.startswith("手合割：") for line in lines) or any(line.startswith("|") for line in lines)
    moves, last, begin = [], None, lines.index("手数----指手---------消費時間--")
    for line in lines[begin + 1:]:
        if line.startswith(("*", "まで")):
            continue
        number, text = re.fullmatch(r" *(\d+) (\S.*)", line).groups()
        assert int(number) == len(moves) + 1, f"{line}: out of order"
        move = re.match(r"(同　|[１-９][一二三四五六七八九])(成?[歩香桂銀角飛金玉と馬龍])(成|打)?(?:\((\d)(\d)\))?(?: |$)", text)
        if not move:
            assert text in "投了 中断 千日手 持将棋 詰み 切れ負け 反則勝ち 反則負け 入玉勝ち 最大手数".split(), text
            break
        to = last if move[1] == "同　" else usi_square(FULL.index(move[1][0]) + 1, RANKS.index(move[1][1]) + 1)
        if move[3] == "打":
            moves.append(f"{KANJI[move[2]]}*{to}")
        else:
            moves.append(usi_square(move[4], move[5]) + to + ("+" if move[3] else ""))
        last = to
    return moves


def read_pgn(lines):
    gap = lines.index("")
    tags = dict(re.fullmatch(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]', line).groups() for line in lines[:gap])
    assert list(tags)[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    assert all(len(line) < 80 for line in lines[gap:])
    words = re.sub(r"\{[^}]*\}", "", " ".join(lines[gap:])).split()
    assert words[-1] == tags["Result"], "the result is said twice"
    return [word for word in words[:-1] if not re.fullmatch(r"\d+\.+", word)]


path = pathlib.Path(sys.argv[1])
readers = {".csa": read_csa, ".kif": read_kif, ".kifu": read_kif, ".pgn": read_pgn}
print(*readers[path.suffix](path.read_text(encoding="utf-8").splitlines()))

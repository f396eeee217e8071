"""Checks a proof of Breakthrough: python3 breakthrough.py PROOF

It implements the rules independently of Zermelo. It follows the moves of the proof and
all replies to the end of every game, and stops at the first error.
"""
import re
import sys


class Wrong(Exception):
    """An error in a proof."""


class Breakthrough:
    """The rules. A position is a tuple of rows, from the bottom, and the side to move."""

    def __init__(self, name):
        game, _, text = name.partition(":")
        options = dict(pair.split("=") for pair in text.split(",") if pair)
        if game != "breakthrough" or not options.keys() <= {"size", "rows", "captures"}:
            raise Wrong(f"game {name}: not supported; want breakthrough with size, rows and captures")
        self.width, self.height = map(int, options.get("size", "6x6").split("x"))
        self.rows = int(options.get("rows", "2"))
        self.captures = options.get("captures") == "diagonal"

    def start(self):
        army, empty = [self.width * "w"] * self.rows, [self.width * "."] * (self.height - 2 * self.rows)
        return tuple(army + empty + [row.replace("w", "b") for row in army]), "w"

    def write(self, position):
        return "/".join(reversed(position[0])) + ":" + position[1]

    def moves(self, position):
        """Returns the positions after each move, by its name; none if the game is over."""
        board, side = position
        other, step, found = ("b", 1, {}) if side == "w" else ("w", -1, {})
        if self.has_won(board, "w") or self.has_won(board, "b"):
            return found
        for y, row in enumerate(board):
            for x in (x for x in range(self.width) if row[x] == side):
                for to in range(max(x - 1, 0), min(x + 2, self.width)):
                    there = board[y + step][to]
                    if there != "." and not (self.captures and there == other and to != x):
                        continue
                    after = list(board)
                    after[y] = row[:x] + "." + row[x + 1:]
                    after[y + step] = after[y + step][:to] + side + after[y + step][to + 1:]
                    name = f"{chr(97 + x)}{y + 1}{'-' if there == '.' else 'x'}{chr(97 + to)}{y + step + 1}"
                    found[name] = tuple(after), other
        return found

    def has_won(self, board, side):
        goal, other = (board[-1], "b") if side == "w" else (board[0], "w")
        return side in goal or not any(other in row for row in board)


def follow(game, role, answers):
    """Follows all games in which the role, which must win, plays the answers."""
    side, to_do, seen, used = role[0], [game.start()], set(), 0
    while to_do:
        position = to_do.pop()
        if position in seen:
            continue
        seen.add(position)
        moves, text = game.moves(position), game.write(position)
        if not moves:  # a player without a move has lost
            if not game.has_won(position[0], side) and (position[1] == side or game.has_won(position[0], position[1])):
                raise Wrong(f"{text}: {role} has lost")
        elif position[1] != side:
            to_do.extend(moves.values())
        elif answers.get(text) in moves:
            used += 1
            to_do.append(moves[answers[text]])
        else:
            raise Wrong(f"{text}: the move is {answers.get(text)}, legal are {', '.join(moves)}")
    if used != len(answers):
        raise Wrong(f"{len(answers) - used} moves are for positions that play never reaches")
    return len(seen)


def check(lines):
    """Checks a proof and returns a description of what it proves."""
    head = re.fullmatch(r"zermelo-proof 1\ngame (\S+)\nstart (\S+)\nclaim (white|black) 100", "\n".join(lines[:4]))
    if not head or lines[-1] != f"end {len(lines) - 5}":
        raise Wrong("not a complete proof of a win in version 1")
    game = Breakthrough(head[1])
    if head[2] != game.write(game.start()):
        raise Wrong(f"start {head[2]}: want {game.write(game.start())}")
    return f"{head[3]} wins against every reply: {follow(game, head[3], dict(line.split() for line in lines[4:-1]))} positions"


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as proof:
            print(check(proof.read().splitlines()))
    except (Wrong, ValueError) as wrong:
        sys.exit(f"wrong: {wrong}")

#!/usr/bin/env python3
# A player of tic-tac-toe for "zermelo match"; see docs/arena.md.
import json
import sys

LINES = "a1b1c1 a2b2c2 a3b3c3 a1a2a3 b1b2b3 c1c2c3 a1b2c3 a3b2c1".split()


def choose(position):
    """Complete a line, or else take the centre, a corner or the first free cell."""
    own = position["moves"][-2::-2]  # every second move, back from the last but one
    for move in position["legal"]:
        for line in LINES:
            if all(cell in own + [move] for cell in (line[:2], line[2:4], line[4:])):
                return move
    return next(move for move in ["b2", "a1", "c1", "a3", "c3", *position["legal"]] if move in position["legal"])


for text in sys.stdin:
    print(json.dumps({"move": choose(json.loads(text))}), flush=True)

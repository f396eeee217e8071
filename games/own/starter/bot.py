#!/usr/bin/env python3
# A player for "zermelo match". It reads a position per line and writes a move per line.
# Try it: zermelo match tictactoe --players exec:./NAME.py,random     Read: docs/arena.md
import json
import random
import sys


def choose(position):
    """Return one of position["legal"]; see docs/arena.md for the other fields."""
    return random.choice(position["legal"])


for line in sys.stdin:
    print(json.dumps({"move": choose(json.loads(line))}), flush=True)

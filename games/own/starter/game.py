#!/usr/bin/env python3
# NAME: players take one to three sticks in turn. The player who takes the last one wins.
# Run it:   zermelo solve exec:./NAME.py     Try it: zermelo play exec:./NAME.py
# Check it: zermelo check exec:./NAME.py     Read:   docs/own-games.md
import json
import sys

question = json.loads(sys.stdin.readline())  # hello with the given options
options = []


def option(name, default, values=(), low=0, high=0, help=""):
    """Declare an option and return its value."""
    options.append({"name": name, "default": str(default), "values": [str(v) for v in values], "low": low, "high": high, "help": help})
    return type(default)(question.get("options", {}).get(name, default))


# --- the rules ---

title = "NAME"
roles = ["first", "second"]
total = 1  # sum of both payoffs; leave it out if it varies
sticks = option("sticks", 10, low=1, high=50, help="sticks at the start")


# A state is a text: here the number of sticks and the player to move, as in 10:0.
def start():
    return str(sticks) + ":0"


# The player to move: 0 or 1.
def turn(state):
    return int(state.split(":")[1])


# The moves with the resulting states; empty if the game is over.
def moves(state):
    left = int(state.split(":")[0])
    return {"take" + str(n): str(left - n) + ":" + str(1 - turn(state)) for n in range(1, 4) if n <= left}


# The payoff of the first role when the game is over.
def payoff(state):
    return turn(state)  # the player to move has lost


# Optional: layers increase by 1 to span with each move. They make large games solvable.
span = 3


def layer(state):
    return sticks - int(state.split(":")[0])


# --- the protocol: see docs/game-protocol.md ---

def hello():
    names = ["title", "rules", "roles", "colours", "total", "payoffs", "endless", "unit", "turns", "chance", "layers", "layer_name",
             "span", "alphabet", "length", "grid", "pieces", "walls", "symmetries"]
    said = {name: globals()[name] for name in names if name in globals()}
    if "layer" in globals():
        said.setdefault("layers", "asked")
    said["can"] = [name for name in ["draw", "estimate", "images"] if name in globals()]
    return {"zermelo": 1, "options": options, **said}


def position(state):
    answer = {}
    found = moves(state)
    if "layer" in globals():
        answer["layer"] = layer(state)
    if "turn" in globals():
        answer["mover"] = turn(state)
    if not found:
        paid = payoff(state)
        answer["payoffs"] = list(paid) if isinstance(paid, (list, tuple)) else [paid]
    elif isinstance(found, tuple):  # both move: lists of names
        answer["rows"], answer["columns"] = found
        answer["next"] = [play(state, a, b) for a in found[0] for b in found[1]]
    elif answer.get("mover") == "chance":  # states, or pairs of a state and a weight
        pairs = [(s, 1) if isinstance(s, str) else s for s in found.values()]
        answer["moves"], answer["next"], answer["weights"] = list(found), [s for s, _ in pairs], [w for _, w in pairs]
    else:
        answer["moves"], answer["next"] = list(found), list(found.values())
    return answer


while question:
    if question["do"] == "hello":
        answer = {"hello": hello()}
    elif question["do"] == "start":
        answer = {"state": start()}
    elif question["do"] == "expand":
        answer = {"positions": [position(state) for state in question["states"]]}
    elif question["do"] == "draw":
        answer = {"drawing": {"rows": draw(question["states"][0])}}
    elif question["do"] == "estimate":
        answer = {"estimates": [estimate(state) for state in question["states"]]}
    elif question["do"] == "images":
        answer = {"images": [images(state) for state in question["states"]]}
    else:
        answer = {"error": "unknown question " + question["do"]}
    print(json.dumps(answer, separators=(",", ":")), flush=True)
    line = sys.stdin.readline()
    question = json.loads(line) if line else None

#!/usr/bin/env python3
"""Any OpenSpiel game without chance and hidden information, as a game of zermelo.

    zermelo perft "exec:python3 clients/python/openspiel_game.py tic_tac_toe" 5

A position is the list of actions that led to it, because OpenSpiel cannot read positions. So
transpositions are different positions, and only small games can be solved.
"""

import json
import re
import sys

try:
    import pyspiel
except ImportError:
    sys.exit("the Python module pyspiel is missing; install it with: pip install open_spiel")

spec = sys.argv[1] if len(sys.argv) > 1 else "tic_tac_toe"
game = pyspiel.load_game(spec)
about, kinds = game.get_type(), pyspiel.GameType
players, both = game.num_players(), about.dynamics == kinds.Dynamics.SIMULTANEOUS
if about.information == kinds.Information.IMPERFECT_INFORMATION or about.chance_mode != kinds.ChanceMode.DETERMINISTIC or both and players != 2:
    sys.exit(f"{spec}: chance, hidden information and simultaneous moves of more than two players are not supported")
step = players if both else 1  # actions per ply


def state_of(actions):
    state = game.new_initial_state()
    for n in range(0, len(actions), step):
        state.apply_actions(actions[n:n + step]) if both else state.apply_action(actions[n])
    return state


def names(state, player, actions):
    """Return unique names of actions, made of visible characters."""
    texts = [re.sub(r"[^-\w.()/:*=<>#]+", ".", state.action_to_string(player, a), flags=re.ASCII) for a in actions]
    return [t if texts.count(t) == 1 and t.strip(".") else f"{t}#{a}" for t, a in zip(texts, actions)]


def whole(payoffs):
    if any(p != int(p) for p in payoffs):
        sys.exit(f"{spec}: payoffs {payoffs} are not whole numbers")
    return [int(p) for p in payoffs]


def position(text):
    actions = [int(a) for a in text.split(".")] if text != "-" else []  # "-" is the start
    state, layer = state_of(actions), {"layer": len(actions) // step}
    after = lambda *more: ".".join(map(str, [*actions, *more]))
    if state.is_terminal():
        return {"payoffs": whole(state.returns()), **layer}
    if both:
        rows, columns = state.legal_actions(0), state.legal_actions(1)
        return {"rows": names(state, 0, rows), "columns": names(state, 1, columns), "next": [after(a, b) for a in rows for b in columns], **layer}
    player, legal = state.current_player(), state.legal_actions()
    return {"mover": player, "moves": names(state, player, legal), "next": [after(a) for a in legal], **layer}


hello = {
    "zermelo": 1, "title": "OpenSpiel " + spec, "rules": [f"The rules are those of {spec} in OpenSpiel."], "layers": "asked",
    "roles": [f"player{n}" for n in range(players)], "turns": "both" if both else "free", "alphabet": "-.0123456789",
    "length": min(4096, (len(str(game.num_distinct_actions() - 1)) + 1) * game.max_game_length() * step),
}
if about.utility in (kinds.Utility.ZERO_SUM, kinds.Utility.CONSTANT_SUM) and players == 2:
    hello["total"] = whole([game.utility_sum()])[0]
for line in sys.stdin:
    request = json.loads(line)
    replies = {"hello": lambda: {"hello": hello}, "start": lambda: {"state": "-"}, "expand": lambda: {"positions": [position(s) for s in request["states"]]}}
    print(json.dumps(replies[request["do"]]()), flush=True)

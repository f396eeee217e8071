"""The part of OpenSpiel's Python API that openspiel_game.py uses, for tests without OpenSpiel."""

import types

GameType = types.SimpleNamespace(
    Dynamics=types.SimpleNamespace(SIMULTANEOUS="simultaneous"),
    Information=types.SimpleNamespace(IMPERFECT_INFORMATION="imperfect"),
    ChanceMode=types.SimpleNamespace(DETERMINISTIC="deterministic"),
    Utility=types.SimpleNamespace(ZERO_SUM="zero", CONSTANT_SUM="constant"),
)


class TicTacToe:
    def __init__(self):
        self.board, self.player = ["."] * 9, 0

    def new_initial_state(self):
        return TicTacToe()

    def get_type(self):
        return types.SimpleNamespace(dynamics="sequential", information="perfect", chance_mode="deterministic", utility="zero")

    def num_players(self):
        return 2

    def num_distinct_actions(self):
        return 9

    def max_game_length(self):
        return 9

    def utility_sum(self):
        return 0.0

    def current_player(self):
        return self.player

    def winner(self):
        b = self.board
        for line in b[0:3], b[3:6], b[6:9], b[0::3], b[1::3], b[2::3], b[0::4], b[2:7:2]:
            if line in (["x"] * 3, ["o"] * 3):
                return line[0]
        return None

    def is_terminal(self):
        return self.winner() is not None or "." not in self.board

    def returns(self):
        sign = {"x": 1.0, "o": -1.0, None: 0.0}[self.winner()]
        return [sign, -sign]

    def legal_actions(self):
        return [i for i in range(9) if self.board[i] == "."]

    def apply_action(self, action):
        assert self.board[action] == "."
        self.board[action] = "xo"[self.player]
        self.player = 1 - self.player

    def action_to_string(self, player, action):
        return f"{'xo'[player]}({action // 3},{action % 3})"

    def __str__(self):
        return "\n".join("".join(self.board[i:i + 3]) for i in (0, 3, 6))


def load_game(spec):
    assert spec == "tic_tac_toe"
    return TicTacToe()

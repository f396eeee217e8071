"""Tests of zermelo.py. They need the program zermelo in PATH."""

import tempfile
import threading
import unittest
from fractions import Fraction

from zermelo import Game, ZermeloError


def minimax(board, mover):
    """Return 100, 50 or 0 for x, by brute force; board lists the rows from the top."""
    rows = [board[i:i + 3] for i in (0, 3, 6)] + [board[i::3] for i in range(3)] + [board[::4], board[2:7:2]]
    for stone, payoff in (("x", 100), ("o", 0)):
        if stone * 3 in rows:
            return payoff
    values = [minimax(board[:i] + mover + board[i + 1:], "o" if mover == "x" else "x") for i in range(9) if board[i] == "."]
    if not values:
        return 50
    return max(values) if mover == "x" else min(values)


class GameTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.db = cls.folder.name
        cls.game = Game("tictactoe", db=cls.db, solve=True)

    @classmethod
    def tearDownClass(cls):
        cls.game.close()
        cls.folder.cleanup()

    def test_values_are_those_of_brute_force(self):
        for line in ("", "a1", "a1 b2", "b2 a1", "b2 b1 a1", "a1 b2 c3 a2"):
            for move in self.game.moves(line):
                board = move.position.replace("/", "")
                mover = "xo"[board.count("x") - board.count("o")]
                self.assertEqual(move.payoffs[0], minimax(board, mover), (line, move))

    def test_keeps_and_policy_agree_with_payoffs(self):
        for line in ("", "a1", "a1 b2", "b2 b1"):
            at = self.game.position(line)
            role = self.game.roles.index(at.mover)
            for move in at.moves:
                self.assertEqual(move.keeps, move.payoffs[role] == at.payoffs[role])
            policy = self.game.policy(line)
            self.assertAlmostEqual(sum(policy.values()), 1)
            self.assertEqual([n for n, p in policy.items() if p > 0], [m.name for m in at.moves if m.keeps])

    def test_positions(self):
        self.assertEqual(self.game.start, ".../.../...")
        self.assertEqual(self.game.roles, ["x", "o"])
        self.assertEqual(self.game.position("a1 b2"), self.game.position(["a1", "b2"]))
        self.assertEqual(self.game.position("x../.../... b2").text, "x../.o./...")
        over = self.game.position("a1 b1 a2 b2 a3")
        self.assertEqual((over.mover, over.payoffs, over.remoteness, over.moves), (None, (100, 0), 0, []))
        self.assertEqual(self.game.policy("a1 b1 a2 b2 a3"), {})

    def test_score(self):
        judged = self.game.score("a1 b1 a2 b2 a3")
        self.assertEqual([j.keeps for j in judged], [True, False, True, True, True])
        self.assertEqual((judged[1].ply, judged[1].mover, judged[1].move, judged[1].better), (2, "o", "b1", ["b2"]))
        self.assertIn("x wins", judged[1].after)
        for same in ("a1,b1,a2,b2,a3", "1. a1 b1 2. a2 b2\n3. a3 1-0", ["a1", "b1", "a2", "b2", "a3"]):
            self.assertEqual(self.game.score(same), judged)
        self.assertEqual(self.game.score(""), [])

    def test_moves_that_are_also_positions(self):
        with Game("connect4:size=4x4", db=self.db, solve=True) as game:
            self.assertEqual(game.position("3").text, "..../..../..../..x.")
            self.assertNotIn(None, [j.keeps for j in game.score("3 3 3 1")])

    def test_simultaneous_moves_have_probabilities(self):
        with Game("tron:size=3x4,turns=simultaneous", db=self.db, solve=True) as game:
            policy = game.policy()
            self.assertAlmostEqual(sum(policy.values()), 1)
            self.assertTrue(all("+" in name for name in policy))
            self.assertEqual([(j.ply, j.mover) for j in game.score([next(iter(policy))])], [(1, "red"), (1, "blue")])
            self.assertIsInstance(game.moves()[0].probability, Fraction)

    def test_errors_say_what_to_do(self):
        for call, text in (
            (lambda: self.game.moves("a1 a1"), "legal moves are"),
            (lambda: self.game.moves("a1\nb1"), "line breaks"),
            (lambda: self.game.moves("# a1"), "must be moves"),
            (lambda: Game("tictactoo", db=self.db), 'did you mean "tictactoe"'),
            (lambda: Game("dodgem", db=self.db), "zermelo solve"),
            (lambda: Game("dodgem", program="/none"), "install zermelo"),
            (lambda: Game("dodgem", program="echo"), "does not print JSON"),
            (lambda: Game("dodgem", program="false"), "zermelo ended with code 1"),
            (lambda: Game("--help", db=self.db), "unknown game"),
            (lambda: self.game.score("a1 a1"), "is not legal"),
        ):
            with self.assertRaises(ZermeloError) as caught:
                call()
            self.assertIn(text, str(caught.exception))
        self.assertTrue(self.game.moves(), "the process serves further calls")

    def test_close_ends_the_process(self):
        with Game("tictactoe", db=self.db) as game:
            game.moves()
            process = game._process
        self.assertIsNotNone(process.poll())
        self.assertTrue(game.moves())
        game._process.kill()
        game._process.wait()
        with self.assertRaisesRegex(ZermeloError, "code -9"):
            game.moves()
        with self.assertRaises(UnicodeEncodeError):
            game.moves("\ud800")
        self.assertTrue(game.moves())
        game.close()

    def test_threads_share_a_game(self):
        errors = []

        def play(first):
            for _ in range(20):
                at = self.game.position(first)
                if first not in ("a1", "b2", "c3") or at.text.replace("/", "").count("x") != 1 or at.mover != "o":
                    errors.append((first, at))
        threads = [threading.Thread(target=play, args=(m,)) for m in ("a1", "b2", "c3")]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(errors, [])


if __name__ == "__main__":
    unittest.main()

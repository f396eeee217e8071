"""Tests of openspiel_game.py. They need the program zermelo in PATH."""

import importlib.util
import os
import subprocess
import sys
import unittest

folder = os.path.dirname(os.path.abspath(__file__))


def zermelo(*args):
    return subprocess.run(["zermelo", *args], check=True, capture_output=True, text=True).stdout


class AdapterTest(unittest.TestCase):
    """Compares tic_tac_toe with the built-in game."""

    def check(self, plies):
        os.chdir(folder)
        spec = f"exec:{sys.executable} openspiel_game.py tic_tac_toe"
        counts = lambda game: [line.split()[-1] for line in zermelo("perft", game, str(plies)).splitlines() if "/s" not in line]
        self.assertEqual(counts(spec), counts("tictactoe"))
        self.assertIn("x(1.1)", zermelo("moves", spec))

    @unittest.skipUnless(importlib.util.find_spec("pyspiel"), "pyspiel is not installed: openspiel_game.py is tested with testdata/pyspiel.py only")
    def test_openspiel(self):
        self.check(6)

    def test_without_openspiel(self):
        before = os.environ.get("PYTHONPATH")
        os.environ["PYTHONPATH"] = os.path.join(folder, "testdata")
        try:
            self.check(5)
        finally:
            os.environ.pop("PYTHONPATH")
            if before is not None:
                os.environ["PYTHONPATH"] = before

    def test_missing_openspiel(self):
        script = "import sys, runpy; sys.modules['pyspiel'] = None; runpy.run_path('openspiel_game.py')"
        run = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True)
        self.assertEqual(run.stderr, "the Python module pyspiel is missing; install it with: pip install open_spiel\n")


if __name__ == "__main__":
    unittest.main()

"""Perfect play in small games, from the program zermelo.

    from zermelo import Game

    with Game("connect4:size=5x4", solve=True) as game:
        for move in game.moves("3 3"):
            print(move.name, move.value, move.keeps)

The module needs the program zermelo in PATH and only the standard library. Values are exact.
Values that are not stored are unknown: payoffs is empty and keeps is None.
"""

from __future__ import annotations

import json
import subprocess
import threading
from fractions import Fraction
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

Moves = Union[str, Sequence[str]]
"""Moves from the start, or a position followed by moves: "3 3" or ["3", "3"]."""


class ZermeloError(Exception):
    """An illegal move, an unknown game, or a game without a solution."""


class Move(NamedTuple):
    """A legal move. Simultaneous moves are joined as a+b."""

    name: str
    position: str  # after the move
    value: str  # result of perfect play after the move, in words
    payoffs: Tuple[Fraction, ...]  # of each role after the move; empty if unknown
    remoteness: int  # plies to the end after the move; -1 if unknown, random or endless
    keeps: Optional[bool]  # whether the move is optimal; None if unknown
    probability: Optional[Fraction]  # of a joint move under perfect play


class Position(NamedTuple):
    """A position with its value and its moves, best first."""

    text: str
    mover: Optional[str]  # role to move; None if the game is over or several roles move
    value: str
    payoffs: Tuple[Fraction, ...]
    remoteness: int
    moves: List[Move]


class Judgement(NamedTuple):
    """A move of one role compared with perfect play."""

    ply: int  # from 1
    mover: str
    move: str
    keeps: Optional[bool]  # None if unknown
    before: str  # value before the move, in words
    after: str
    better: List[str]  # moves that keep the value, if this one does not


class Game:
    """A game whose positions are looked up by a process of zermelo.

    The process starts with the first call and ends with close or the with statement. Calls from
    several threads are answered one at a time.
    """

    def __init__(self, spec: str, *, program: str = "zermelo", db: Optional[str] = None, solve: bool = False, seconds: float = 0) -> None:
        """Open a game such as "tictactoe" or "connect4:size=5x4".

        program is the path of zermelo and db the folder of its tables. If solve is true, the game
        is solved first. In a game with a proof, each unknown value is searched for seconds.
        """
        self.spec = spec
        self._command = [program] + (["--db", db] if db else [])
        self._search = ["--time", f"{seconds}s"] if seconds else []
        self._process: Optional[subprocess.Popen[str]] = None
        self._lock = threading.Lock()
        if solve:
            self._run("solve", "--quiet", "--", spec)
        start = self._run("query", *self._search, "--", spec)
        self.roles: List[str] = start["roles"]
        self.start: str = start["position"]
        self._first = {m["move"] for m in start.get("moves", [])}

    def __enter__(self) -> "Game":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """End the process. The game can still be used, which starts another one."""
        with self._lock:
            if self._process:
                self._process.communicate()
                self._process = None

    def position(self, moves: Moves = "") -> Position:
        """Return the position after moves."""
        line = (moves if isinstance(moves, str) else " ".join(moves)).strip() or self.start
        if "\n" in line or line.split()[0] == "#":  # query skips comments
            raise ZermeloError(f"{line!r} must be moves or a position, without line breaks")
        if line.split()[0] in self._first:  # in some games, the name of a move is also a position
            line = f"{self.start} {line}"
        answer = self._ask(line)
        if "error" in answer:
            raise ZermeloError(answer["error"])
        value = {"words": answer["value"], "payoffs": answer.get("payoffs", []), "remoteness": answer.get("remoteness", -1)}
        return Position(answer.get("position", line), answer.get("mover"), *_value(value), moves=[
            Move(m["move"], m["child"], *_value(m["value"]), keeps=m["keeps"],
                 probability=Fraction(m["probability"]) if "probability" in m else None)
            for m in answer.get("moves") or []
        ])

    def moves(self, moves: Moves = "") -> List[Move]:
        """Return the legal moves after moves, best first. The list is empty if the game is over."""
        return self.position(moves).moves

    def policy(self, moves: Moves = "") -> Dict[str, float]:
        """Return the probabilities of perfect play, uniform over the optimal moves of one player.

        The dictionary is empty if the game is over or the value is unknown.
        """
        legal = self.moves(moves)
        if any(m.probability is not None for m in legal):
            return {m.name: float(m.probability or 0) for m in legal}
        optimal = sum(m.keeps is True for m in legal)
        return {m.name: (1 / optimal if m.keeps else 0.0) for m in legal} if optimal else {}

    def score(self, moves: Moves) -> List[Judgement]:
        """Compare every move of a game from the start with perfect play.

        Text may contain move numbers and a result. Simultaneous moves are judged one by one.
        """
        line = " ".join(moves.split()) if isinstance(moves, str) else json.dumps({"moves": list(moves)})
        judged = self._run("score", *self._search, "--", self.spec, "-", text=line)["games"][0]["moves"] if moves else []
        return [
            Judgement(m["ply"], self.roles[m["role"]], m["move"], m["keeps"], m["before"], m["after"], m.get("better", []))
            for m in judged
        ]

    def _run(self, *args: str, text: str = "") -> Dict[str, Any]:
        """Return the output of a command with the given input."""
        try:
            done = subprocess.run([*self._command, "--json", *args], input=text, capture_output=True, encoding="utf-8")
        except OSError as err:
            raise ZermeloError(f"{self._command[0]}: {err.strerror}; install zermelo, or set program to its path") from err
        try:
            if not done.returncode:
                return json.loads(done.stdout)
        except ValueError as err:
            raise ZermeloError(f"{self._command[0]} does not print JSON; set program to the path of zermelo") from err
        raise ZermeloError(_failure(done.returncode, done.stderr))

    def _ask(self, line: str) -> Dict[str, Any]:
        """Send a line to the process and return its answer."""
        with self._lock:
            if not self._process:
                self._process = subprocess.Popen(
                    [*self._command, "query", "--all", "--json", "--quiet", *self._search, "--", self.spec, "-"],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
            process = self._process
            assert process.stdin and process.stdout
            try:
                process.stdin.write(line + "\n")
                process.stdin.flush()
                answer = process.stdout.readline()
            except OSError:
                answer = ""
            except BaseException:  # the next call must not read this answer
                self._process = None
                process.kill()
                process.communicate()
                raise
            if not answer:
                self._process = None
                errors = process.communicate()[1]
                raise ZermeloError(_failure(process.returncode, errors))
            return json.loads(answer)


def _value(value: Dict[str, Any]) -> Tuple[str, Tuple[Fraction, ...], int]:
    return value["words"], tuple(Fraction(p) for p in value.get("payoffs", [])), value["remoteness"]


def _failure(code: int, errors: str) -> str:
    """Return the message in the last line of errors."""
    last = (errors.strip().splitlines() or [f"zermelo ended with code {code} and without a message"])[-1]
    try:
        error = json.loads(last)
        return "; ".join(error[key] for key in ("error", "hint") if key in error)
    except (ValueError, TypeError):
        return last

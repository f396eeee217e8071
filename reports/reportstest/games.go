package reportstest

import (
	"os"
	"path/filepath"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/work"
	"zermelo/reports/solved"
	"zermelo/solver/solvertest"
)

// Variant opens a built-in game.
func Variant(t testing.TB, spec string) games.Variant { return solvertest.Open(t, spec) }

// KeptIf returns KeptYes or KeptNo.
func KeptIf(keeps bool) solved.Kept {
	if keeps {
		return solved.KeptYes
	}
	return solved.KeptNo
}

// SmallGames returns small variants of games of each kind.
func SmallGames() []string {
	return []string{
		"tron:size=3x4", "tron:size=3x4,turns=simultaneous", "tron:size=3x5,turns=simultaneous",
		"breakthrough:size=3x4,rows=1", "breakthrough:size=3x3,rows=1,captures=diagonal",
		"skirmish:steps=4", "skirmish:inner=3,steps=5,respawn=captured",
		"coordination:rounds=3", "coordination:rounds=3,turns=simultaneous",
	}
}

// Puzzle is a rule sheet for one role, which makes three steps along a line.
const Puzzle = `(role walker) (init (at 1)) (init (step 0))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(<= (legal walker left) (true (at ?x)) (succ ?y ?x))
(<= (legal walker right) (true (at ?x)) (succ ?x ?y))
(<= (legal walker leap) (true (at ?x)) (succ ?x ?y) (succ ?y ?z))
(<= (next (at ?y)) (does walker left) (true (at ?x)) (succ ?y ?x))
(<= (next (at ?y)) (does walker right) (true (at ?x)) (succ ?x ?y))
(<= (next (at ?z)) (does walker leap) (true (at ?x)) (succ ?x ?y) (succ ?y ?z))
(<= (next (step ?t)) (true (step ?s)) (succ ?s ?t))
(<= terminal (true (step 3)))
(<= (goal walker 100) (true (at 5)))
(<= (goal walker 40) (true (at 4)))
(<= (goal walker 10) (not (true (at 5))) (not (true (at 4))))`

// Rounds is a rule sheet for two roles in which positions can repeat. Both roles move the same
// piece around four places. A role that stops on place 3 wins.
const Rounds = `(role white) (role black) (init (at 1)) (init (turn white))
(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 1)
(other white black) (other black white)
(<= (legal ?p on) (true (turn ?p)))
(<= (legal ?p back) (true (turn ?p)))
(<= (legal ?p stop) (true (turn ?p)) (true (at 3)))
(<= (legal ?p noop) (true (turn ?q)) (other ?p ?q))
(<= (next (at ?y)) (does ?p on) (true (at ?x)) (succ ?x ?y))
(<= (next (at ?y)) (does ?p back) (true (at ?x)) (succ ?y ?x))
(<= (next (won ?p)) (does ?p stop))
(<= (next (turn ?p)) (true (turn ?q)) (other ?p ?q))
(<= terminal (true (won ?p)))
(<= (goal ?p 100) (true (won ?p)))
(<= (goal ?p 0) (true (won ?q)) (other ?p ?q))
(<= (goal ?p 50) (role ?p) (not (true (won white))) (not (true (won black))))`

// Sheet opens the game defined by a rule sheet.
func Sheet(t *testing.T, text string) games.Variant {
	t.Helper()
	file := filepath.Join(t.TempDir(), "sheet.kif")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	v, err := gdl.OpenSpec(t.Context(), file, work.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

package solver

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"zermelo/games"
	"zermelo/solver/solvertest"
)

// threeScript is games/gdl/testdata/three.kif as a script.
const threeScript = `
title = "Three"
roles = ["red", "blue", "green"]
layers = "asked"
alphabet = "01234567:"
length = 3
span = 2
def start(): return "7:0"
def stones(s): return int(s.split(":")[0])
def turn(s): return int(s.split(":")[1])
def layer(s): return 7 - stones(s)
def moves(s):
    names = {1: "one", 2: "two"}
    return {names[n]: "%d:%d" % (stones(s) - n, (turn(s) + 1) % 3) for n in [1, 2] if n <= stones(s)}
def payoff(s):
    pay = [0, 0, 0]
    pay[(turn(s) + 2) % 3], pay[(turn(s) + 1) % 3] = 100, 50
    return pay
`

// TestThreeRolesTakeTurns solves a game of stones as a description and as a
// script. According to a solution by hand, the player to move gets 0, 100, 100,
// 50, 50, 0, 100, 100 with 0 to 7 stones, and the next player 50, 0, 0, 100,
// 100, 50, 0, 0. The latter is the payoff of the third player with one or two
// stones fewer.
func TestThreeRolesTakeTurns(t *testing.T) {
	script := filepath.Join(t.TempDir(), "three.star")
	if err := os.WriteFile(script, []byte(threeScript), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]games.Variant{"sheet": openSheet(t, "../games/gdl/testdata/three.kif"), "script": openOutside(t, script)} {
		g := v.(games.Game[uint64])
		if err := games.Check(g, 1000); err != nil {
			t.Error(name, err)
		}
		solution, _ := mustSolve(t, g)
		o := solution.Outcomes.Of(solution.Start)
		for role, want := range []int{100, 0, 50} {
			checkPayoff(t, name, o, role, want)
		}
		if naive := solvertest.Naive(g)(g.Start()); naive.Key() != o.Key() {
			t.Errorf("%s: %s, want %s", name, o.Key(), naive.Key())
		}
		if got := fmt.Sprint(o.Pure[:3], o.Joint[:3], o.Remoteness); got != "[50 0 0] [100 0 50] 4" {
			t.Errorf("%s: secured alone, best joint outcome and plies %s", name, got)
		}
	}
}

// TestNoPureEquilibriumOfThreeIsNotSolved lets three roles choose heads or
// tails. The game has no pure equilibrium. Each role gets 100 in half of the
// cases by choosing at random.
func TestNoPureEquilibriumOfThreeIsNotSolved(t *testing.T) {
	g := openSheet(t, "../games/gdl/testdata/chase.kif").(games.Game[uint64])
	if err := games.Check(g, 1000); err != nil {
		t.Error(err)
	}
	solution, _ := mustSolve(t, g)
	o := solution.Outcomes.Of(solution.Start)
	if o.Solved() || o.Remoteness != -1 {
		t.Errorf("payoffs %v in %d plies", o.Payoff, o.Remoteness)
	}
	if o.Key() != "50 50 50 [40 0 0] [100 100 0] -1" {
		t.Errorf("outcome %s", o.Key())
	}
	unsolved := int64(0)
	for _, l := range solution.Layers {
		unsolved += l.Unsolved
	}
	if unsolved != 2 {
		t.Errorf("%d states are not solved, want 2", unsolved)
	}
}

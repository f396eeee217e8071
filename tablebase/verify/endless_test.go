package verify

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/work"
	"zermelo/games/own"
	"zermelo/games/own/protocol"
	"zermelo/solver"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
	"zermelo/tablebase/write"
)

// aroundScript is solvertest.Around as a script without its settings.
const aroundScript = `
def start(): return "0"
def turn(s): return int(s) % 2
def moves(s):
    if s in "23": return []
    return {"around": "1" if s == "0" else "0", "resign": "2" if s == "0" else "3"}
`

// layeredScript is a script with total 1 and no repetition: the first role resigns.
const layeredScript = `
def start(): return "x"
def turn(s): return 0
def moves(s): return {"resign": "xx"} if s == "x" else []
def payoff(s): return [0, 1]
`

// aroundTogether is the simultaneous Around as a script.
const aroundTogether = `
roles = ["a", "b"]
turns = "both"
def start(): return "0"
def moves(s):
    if s in "23": return []
    return (["around", "resign"], ["around", "resign"])
def play(s, a, b): return "2" if a == "resign" else "3" if b == "resign" else "0"
`

// aroundSheet is solvertest.Around as a rule sheet without goals.
const aroundSheet = `(role a) (role b) (init (turn a))
(<= (legal ?r around) (true (turn ?r)))
(<= (legal ?r resign) (true (turn ?r)))
(<= (legal ?r noop) (role ?r) (true (turn ?x)) (distinct ?r ?x))
(<= (next (turn b)) (does a around))
(<= (next (turn a)) (does b around))
(<= (next (gone ?r)) (does ?r resign))
(<= terminal (true (gone ?r)))
`

// aroundAlone is a rule sheet of one role. Resigning gives a low goal, and no play reaches the
// high goal.
const aroundAlone = `(role a) (init (at 1))
(legal a around) (legal a resign)
(<= (next (at 2)) (true (at 1)) (does a around))
(<= (next (at 1)) (true (at 2)) (does a around))
(<= (next gone) (does a resign))
(<= terminal (true gone))
(<= (goal a 0) (true gone))
(<= (goal a 51) (true lost))
(<= (next lost) (true lost))
(<= (next lost) (true (at 1)) (true (at 2)))
`

// unequal is a set of goals for aroundSheet whose sum is not constant.
const unequal = "(<= (goal ?r 0) (true (gone ?r))) (<= (goal a 2) (true (gone b))) (<= (goal b 3) (true (gone a)))"

// resigns returns goals for aroundSheet: 0 for the role that resigns, and goal for the other
// role.
func resigns(goal string) string {
	return "(<= (goal ?r 0) (true (gone ?r))) (<= (goal ?r " + goal + ") (role ?r) (true (gone ?x)) (distinct ?r ?x))"
}

// TestEndlessPlayIsWorthHalf solves games of every form whose perfect play never ends and
// compares them with the reference solvers.
func TestEndlessPlayIsWorthHalf(t *testing.T) {
	pay := func(total string) string {
		return "\ndef payoff(s): return [0, " + total + "] if s == \"2\" else [" + total + ", 0]\n"
	}
	both := func(g *solvertest.Around) *solvertest.Around {
		g.Description.Simultaneous = true
		return g
	}
	general := func(endless int) *solvertest.Around {
		g := solvertest.NewAround(0)
		g.Description.GeneralSum, g.Resigned = true, [2]games.Payoff{{0, 2}, {2, 0}}
		g.Description.HalfPoints, g.Description.Endless = true, &endless
		return g
	}
	two := `roles = ["a", "b"]` + "\n"
	tests := []struct {
		name   string
		game   games.Variant
		halves bool   // payoffs are in half points
		want   string // payoff of the first role, in points
	}{
		{"Go, total 1", solvertest.NewAround(1).CountHalves(), true, "1/2"},
		{"Go, total 2", solvertest.NewAround(2), false, "1"},
		{"Go, total 3", solvertest.NewAround(3).CountHalves(), true, "3/2"},
		{"Go at once, total 1", both(solvertest.NewAround(1)).CountHalves(), true, "1/2"},
		{"Go at once, total 2", both(solvertest.NewAround(2)), false, "1"},
		{"Go, general sum", general(1), true, "1/2"},
		{"Go at once, general sum", both(general(1)), true, "1/2"},
		{"script, total 1", script(t, two+"total = 1"+aroundScript+pay("1")), true, "1/2"},
		{"script, total 2", script(t, two+"total = 2"+aroundScript+pay("2")), false, "1"},
		{"script, total -5, payoffs", script(t, two+"total = -5\npayoffs = [-5, 0]"+aroundScript+pay("-5")), true, "0"}, // resigning is best
		{"script, total 5, endless 1.5", script(t, two+"total = 5\nendless = 1.5"+aroundScript+pay("5")), true, "3/2"},
		{"script, total 5, endless 2", script(t, two+"total = 5\nendless = 2.0"+aroundScript+pay("5")), false, "2"},
		{"script, general sum, endless .5", script(t, two+"endless = .5"+aroundScript+pay("1")), true, "1/2"},
		{"script of one role, endless .5", script(t, `roles = ["a"]`+"\nendless = .5"+aroundScript+"def payoff(s): return 0\n"), true, "1/2"},
		{"script at once, total 1", script(t, "total = 1"+aroundTogether+pay("1")), true, "1/2"},
		{"script at once, general sum", script(t, "endless = .5"+aroundTogether+pay("1")), true, "1/2"},
		{"script with layers, total 1", script(t, two+"total = 1\nlayers = \"count:x\""+layeredScript), false, "0"},
		{"script found to have layers, total 1", script(t, two+"total = 1"+layeredScript), false, "0"},
		{"sheet, goals 0 and 1", rules(t, aroundSheet+resigns("1"), ""), true, "1/2"},
		{"sheet, goals 0 and 2", rules(t, aroundSheet+resigns("2"), ""), false, "1"},
		{"sheet, endless=loss", rules(t, aroundSheet+resigns("1"), ":endless=loss"), false, "0"},
		{"sheet of general sum", rules(t, aroundSheet+unequal, ":endless=draw"), true, "3/2"},
		{"sheet of one role, endless=draw", rules(t, aroundAlone, ":endless=draw"), true, "51/2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if info := test.game.Info(); info.HalfPoints != test.halves {
				t.Errorf("payoffs in half points: %v, want %v", info.HalfPoints, test.halves)
			}
			games.ByState(test.game, checkEndless[uint64], checkEndless[[2]uint64], checkEndless[[4]uint64])(t, test.want)
		})
	}
}

// checkEndless solves and verifies a game. It compares the values with a reference solver, and
// the payoff of role 0 at the start with want, in points.
func checkEndless[S games.State](g games.Game[S]) func(t *testing.T, want string) {
	return func(t *testing.T, want string) {
		t.Helper()
		if err := games.Check(g, 100); err != nil {
			t.Error(err)
		}
		table := solveTable(t, g, g)
		start, err := table.Probe(nil, []S{g.Start()})
		if err != nil {
			t.Fatal(err)
		}
		info := g.Info()
		if got := info.ExactPoints(start[0].Security[0]).RatString(); got != want {
			t.Errorf("the first role gets %s, want %s", got, want)
		}
		if value.KindOf(info) == value.Alternating {
			for s, v := range solvertest.NaiveCyclic(g, []S{g.Start()}) {
				have, err := table.Probe(nil, []S{s})
				if o := table.Solution().Outcomes.Of(v); err != nil || have[0].Key() != o.Key() {
					t.Errorf("state %x: %v %v, want %v", s, have, err, o)
				}
			}
		} else if endless := info.Endless; endless != nil {
			for s, secured := range solvertest.NaiveSecures(g, 0, int16(*endless)) {
				have, err := table.Probe(nil, []S{s})
				if err != nil || have[0].Pure[0] != secured {
					t.Errorf("state %x: secures %v %v, want %d", s, have, err, secured)
				}
			}
		}
		if _, err := Verify(t.Context(), table, Options{Workers: 1}); err != nil {
			t.Error(err)
		}
	}
}

// solveTable solves g and opens the table for another game, as, which has the same rules.
func solveTable[S games.State](t *testing.T, g, as games.Game[S]) *tablebase.Table[S] {
	t.Helper()
	db := t.TempDir()
	b, err := write.Create(db, g, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	solution, err := solver.Solve(t.Context(), g, b.WorkDir(), b, job.Options{Workers: 1})
	if err = errors.Join(err, b.Commit(solution)); err != nil {
		t.Fatal(err)
	}
	return tablebasetest.Open(t, db, as)
}

// TestVerifyComputesEndlessPlay verifies tables solved with a different value for endless
// play.
func TestVerifyComputesEndlessPlay(t *testing.T) {
	for _, simultaneous := range []bool{false, true} {
		game := func(endless *int) *solvertest.Around {
			g := solvertest.NewAround(1).CountHalves()
			g.Description.Simultaneous, g.Description.Endless = simultaneous, endless
			return g
		}
		for endless := range 3 {
			_, err := Verify(t.Context(), solveTable[uint64](t, game(&endless), game(nil)), Options{Workers: 1})
			if wrong, ok := errors.AsType[*store.WrongError](err); ok == (endless == 1) {
				t.Errorf("simultaneous %v, endless play worth %d of 2: %v", simultaneous, endless, err)
			} else if ok && !strings.HasSuffix(wrong.First[0], "(payoffs in half points)") {
				t.Errorf("%q does not name the unit", wrong.First[0])
			}
		}
	}
}

// TestHalfOfAnOddTotalIsRefused checks games whose payoffs cannot express a draw.
func TestHalfOfAnOddTotalIsRefused(t *testing.T) {
	for _, simultaneous := range []bool{false, true} {
		g := solvertest.NewAround(1)
		g.Description.Simultaneous = simultaneous
		_, err := solver.Solve[uint64](t.Context(), g, t.TempDir(), &solvertest.MemoryStore[uint64]{}, job.Options{Workers: 1})
		if _, ok := errors.AsType[*games.EndlessError](err); !ok {
			t.Errorf("simultaneous %v: %v", simultaneous, err)
		}
	}
}

func script(t *testing.T, text string) games.Variant {
	t.Helper()
	v, err := own.OpenSpec(t.Context(), file(t, "around.star", text), protocol.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func rules(t *testing.T, text, options string) games.Variant {
	t.Helper()
	v, err := gdl.OpenSpec(t.Context(), file(t, "around.kif", text)+options, work.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

package solver

import (
	"cmp"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/gdl"
	"zermelo/games/gdl/work"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// sharedSheets is a directory of game descriptions and their solutions by other
// programs.
const sharedSheets = "../../shared/gdl/"

// solvedSheet is a row of the table of solved descriptions.
type solvedSheet struct {
	states, terminals, transitions, depth int
	cyclic                                bool
	kind                                  value.Kind
	total                                 int
	// maximin is the payoff that each role can secure with pure strategies. minimax
	// is the payoff to which the other role can hold that role. mixed is the value
	// with mixed strategies.
	maximin, minimax [2]int
	mixed            string
	best             []int // greatest payoff of each role in any play
}

// readSolved reads the table of solved descriptions, which a reference program
// computed by exhaustive search.
func readSolved(t *testing.T) map[string]solvedSheet {
	t.Helper()
	text, err := os.ReadFile(sharedSheets + "solved.tsv")
	if err != nil {
		t.Skip(err)
	}
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	table := map[string]solvedSheet{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] { // skip the column names
		f := strings.Split(line, "\t")
		s := solvedSheet{cyclic: f[6] == "cyclic", kind: value.Alternating}
		for i, at := range []*int{&s.states, &s.terminals, &s.transitions, &s.depth} {
			*at = number(f[2+i])
		}
		total, constant := strings.CutPrefix(f[8], "const-sum=")
		switch {
		case f[1] == "1":
		case !constant:
			s.kind = value.General
		case f[7] == "simultaneous":
			s.kind = value.Simultaneous
		}
		if constant {
			s.total = number(total)
		}
		for r, value := range strings.Split(strings.ReplaceAll(f[9], "max goal ", "="), "; ") {
			_, value, _ = strings.Cut(value, "=")
			value, mixed, _ := strings.Cut(value, " (mixed ")
			low, high, _ := strings.Cut(value, "..")
			s.maximin[r], s.minimax[r] = number(low), number(cmp.Or(high, low))
			s.mixed += strings.TrimSuffix(mixed, ")")
		}
		for _, best := range strings.Fields(strings.ReplaceAll(f[10], ";", "")) {
			s.best = append(s.best, number(best))
		}
		table[f[0]] = s
	}
	return table
}

// TestSolvedSheets solves descriptions and compares counts and values with the
// table.
func TestSolvedSheets(t *testing.T) {
	for name, want := range readSolved(t) {
		t.Run(name, func(t *testing.T) {
			if want.states > 5000 {
				gamestest.SkipUnlessLarge(t)
			}
			switch g := openSheet(t, sharedSheets+"games/"+name+".kif").(type) {
			case games.Game[uint64]:
				checkSolved(t, g, want)
			case games.Game[[4]uint64]:
				checkSolved(t, g, want)
			default:
				t.Fatalf("states of %T", g)
			}
		})
	}
}

func checkSolved[S games.State](t *testing.T, g games.Game[S], want solvedSheet) {
	best := checkSolvedCounts(t, g, want)
	if len(want.best) > 0 && fmt.Sprint(best[:len(want.best)]) != fmt.Sprint(want.best) {
		t.Errorf("best payoffs %v, want %v", best, want.best)
	}
	if _, layered := g.(games.Layered[S]); layered == want.cyclic {
		t.Fatalf("layered %v, want %v", layered, !want.cyclic)
	}
	solution, _ := mustSolve(t, g)
	o := solution.Outcomes.Of(solution.Start)
	if want.cyclic {
		checkPayoff(t, "the best goal", o, 0, want.maximin[0])
		return
	}
	if kind := value.KindOf(g.Info()); kind != want.kind {
		t.Fatalf("kind %v, want %v", kind, want.kind)
	}
	if solution.RawStates != int64(want.states) {
		t.Errorf("%d states, symmetric ones counted each, want %d", solution.RawStates, want.states)
	}
	for r := range g.Info().Roles {
		if want.kind == value.Alternating {
			checkPayoff(t, "with best play", o, r, want.maximin[r])
			continue
		}
		if int(o.Pure[r]) != want.maximin[r] {
			t.Errorf("role %d secures %d with pure strategies, want %d", r, o.Pure[r], want.maximin[r])
		}
		if held := want.total - int(o.Pure[1-r]); want.kind == value.Simultaneous && held != want.minimax[r] {
			t.Errorf("role %d can be held to %d, want %d", r, held, want.minimax[r])
		}
	}
	if want.mixed != "" {
		if got := o.Payoff[0].FloatString(4); got != want.mixed {
			t.Errorf("mixed value %v = %s, want %s", o.Payoff[0], got, want.mixed)
		}
	}
}

func checkPayoff(t *testing.T, what string, o value.Outcome, role, want int) {
	t.Helper()
	if o.Payoff[role].Cmp(big.NewRat(int64(want), 1)) != 0 {
		t.Errorf("%s: role %d gets %v, want %d", what, role, o.Payoff[role], want)
	}
}

// checkSolvedCounts traverses all states without a solver and returns the
// greatest payoff of each role.
func checkSolvedCounts[S games.State](t *testing.T, g games.Game[S], want solvedSheet) (best games.Payoff) {
	var terminals, transitions int
	depth := -1 // number of plies to the farthest state
	seen := map[S]bool{g.Start(): true}
	for level := []S{g.Start()}; len(level) > 0; depth++ {
		children, ends := g.Expand(nil, nil, level)
		from := int32(0)
		for i, end := range ends {
			if end == from {
				terminals++
				for r, p := range g.Payoffs(nil, level[i:i+1])[0] {
					best[r] = max(best[r], p)
				}
			}
			from = end
		}
		transitions += len(children)
		level = nil
		for _, c := range children {
			if !seen[c] {
				seen[c] = true
				level = append(level, c)
			}
		}
	}
	if len(seen) != want.states || terminals != want.terminals || transitions != want.transitions {
		t.Errorf("%d states, %d terminals, %d transitions, want %d, %d, %d", len(seen), terminals, transitions, want.states, want.terminals, want.transitions)
	}
	if depth != want.depth {
		t.Errorf("depth %d, want %d", depth, want.depth)
	}
	return best
}

// openSheet opens a description, possibly with options. It skips the test if
// the shared descriptions are missing.
func openSheet(t *testing.T, spec string) games.Variant {
	t.Helper()
	if _, err := os.Stat(sharedSheets); err != nil && strings.HasPrefix(spec, sharedSheets) {
		t.Skip(err)
	}
	v, err := gdl.OpenSpec(t.Context(), spec, work.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestSheetsOfOneRule solves descriptions that each demonstrate one rule of the
// valuation.
func TestSheetsOfOneRule(t *testing.T) {
	// The roles can wait forever or take less than half of the total.
	const wait = `(role a) (role b) (init here) (init odd)
		(legal a wait) (legal a leave) (legal b noop)
		(<= (next here) (does a wait))
		(<= (next odd) (not (true odd)))
		(<= terminal (not (true here)))
		(goal a 30) (goal b 70)`
	// The best available goal is less than half of the highest goal. It can be
	// reached in two or in four plies. The shorter path counts, regardless of
	// whether positions can repeat.
	const walk = `(role walker) (init (at a))
		(way a b) (way b goal40) (way a c) (way c d) (way d e) (way e goal40) (way a pit) (way far goal100)
		(init tick) (<= (next tock) (true tick)) (<= (next tick) (true tock))
		(<= (next (at far)) (true tick) (true tock))
		(<= (legal walker (go ?y)) (true (at ?x)) (way ?x ?y))
		(<= (next (at ?y)) (does walker (go ?y)))
		(<= terminal (or (true (at goal40)) (true (at goal100)) (true (at pit))))
		(<= (goal walker 40) (true (at goal40)))
		(<= (goal walker 100) (true (at goal100)))
		(<= (goal walker 0) (not (true (at goal40))) (not (true (at goal100))))`
	for name, c := range map[string]struct {
		sheet, options string
		layered        bool
		payoff, plies  int // payoff of role 0; plies are not compared if 0
	}{
		"endless":      {sheet: wait, payoff: 50},
		"endless draw": {sheet: wait, options: ":endless=draw", payoff: 50},
		"endless loss": {sheet: wait, options: ":endless=loss", payoff: 30},
		"layered walk": {sheet: walk, layered: true, payoff: 40, plies: 2},
		"cyclic walk":  {sheet: walk + "(way c a)", payoff: 40, plies: 2},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "sheet.kif")
			if err := os.WriteFile(file, []byte(c.sheet), 0o666); err != nil {
				t.Fatal(err)
			}
			g := openSheet(t, file+c.options).(games.Game[uint64])
			if _, layered := g.(games.Layered[uint64]); layered != c.layered {
				t.Errorf("layered %v", layered)
			}
			solution, _ := mustSolve(t, g)
			outcomes := map[string]value.Outcome{"solved": solution.Outcomes.Of(solution.Start)}
			if c.layered {
				outcomes["the reference solver"] = solvertest.Naive(g)(g.Start())
			}
			for by, o := range outcomes {
				checkPayoff(t, by, o, 0, c.payoff)
				if c.plies > 0 && o.Remoteness != c.plies {
					t.Errorf("%s: %d plies, want %d", by, o.Remoteness, c.plies)
				}
			}
		})
	}
}

// TestSheetSymmetry solves descriptions with and without their symmetries. The
// values must be equal, and each class must have the correct size.
func TestSheetSymmetry(t *testing.T) {
	for name, minSaved := range map[string]int64{ // minimum factor by which symmetries reduce the number of states
		"ticTacToe": 7, "tictactoe_orthogonal": 40, "sum15": 7, "nim2": 2, "lightsOn": 10, "eotcitcit": 6,
		"chickentictactoe": 6, "factoringGeorgeForman": 10,
	} {
		t.Run(name, func(t *testing.T) {
			if name == "chickentictactoe" {
				gamestest.SkipUnlessLarge(t)
			}
			file := sharedSheets + "games/" + name + ".kif"
			on := openSheet(t, file).(games.Game[uint64])
			short, outcomes := outcomesOf(t, on)
			long, all := outcomesOf(t, openSheet(t, file+":symmetry=off").(games.Game[uint64]))
			if short.RawStates != long.States() || short.States()*minSaved > long.States() {
				t.Errorf("%d states that stand for %d, want %d", short.States(), short.RawStates, long.States())
			}
			for s, want := range all {
				canonical, _ := games.Canonical(on, s)
				if got, ok := outcomes[canonical]; !ok || got != want {
					t.Fatalf("%x: %s, without symmetry %s", s, got, want)
				}
			}
		})
	}
}

// outcomesOf solves a game and returns the outcome of each stored state.
func outcomesOf(t *testing.T, g games.Game[uint64]) (*job.Solution, map[uint64]string) {
	t.Helper()
	solution, store := mustSolve(t, g)
	all := map[uint64]string{}
	for layer := range store.LastLayer() + 1 {
		states, values := store.Layer(layer)
		for i, s := range states {
			all[s] = solution.Outcomes.Of(values[i]).Key()
		}
	}
	return solution, all
}

package solver

import (
	"bufio"
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

// sharedSheets is where rule sheets and their solutions by other programs are.
const sharedSheets = "../../shared/gdl/"

// solvedSheet is a line of the table of solved rule sheets.
type solvedSheet struct {
	states, terminals, transitions, depth int64
	cyclic                                bool
	kind                                  value.Kind
	total                                 int
	// maximin and minimax are what each role can secure with pure strategies,
	// and what the other can hold it to; mixed the value with mixed ones.
	maximin, minimax [games.MaxRoles]int
	mixed            string
	best             []int // the most that each role can get in any play
}

// readSolved reads the table, which an exhaustive search by the reference
// program made.
func readSolved(t *testing.T) map[string]solvedSheet {
	t.Helper()
	file, err := os.Open(sharedSheets + "solved.tsv")
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	table := map[string]solvedSheet{}
	lines := bufio.NewScanner(file)
	lines.Scan() // the names of the columns
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\t")
		s := solvedSheet{cyclic: f[6] == "cyclic", kind: value.Alternating}
		for i, at := range []*int64{&s.states, &s.terminals, &s.transitions, &s.depth} {
			*at = wholeNumber(t, f[2+i])
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
			s.total = int(wholeNumber(t, total))
		}
		for r, value := range strings.Split(f[9], "; ") {
			if s.cyclic {
				best := strings.TrimPrefix(value, "max goal ")
				s.maximin[r] = int(wholeNumber(t, best))
				continue
			}
			_, value, _ = strings.Cut(value, "=")
			value, mixed, _ := strings.Cut(value, " (mixed ")
			low, high, span := strings.Cut(value, "..")
			if !span {
				high = low
			}
			s.maximin[r], s.minimax[r] = int(wholeNumber(t, low)), int(wholeNumber(t, high))
			if mixed != "" {
				s.mixed = strings.TrimSuffix(mixed, ")")
			}
		}
		for best := range strings.SplitSeq(f[10], "; ") {
			if best != "" {
				s.best = append(s.best, int(wholeNumber(t, best)))
			}
		}
		table[f[0]] = s
	}
	return table
}

func wholeNumber(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestSolvedSheets solves rule sheets and compares counts and values with those
// of the reference program.
func TestSolvedSheets(t *testing.T) {
	for name, want := range readSolved(t) {
		t.Run(name, func(t *testing.T) {
			if !gamestest.Large() && want.states > 5000 {
				t.Skip("many states")
			}
			m, err := gdl.Load(t.Context(), sharedSheets+"games/"+name+".kif", work.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			v, err := gdl.Open(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			switch g := v.(type) {
			case games.Game[uint64]:
				checkSolved(t, g, want)
			case games.Game[[2]uint64]:
				checkSolved(t, g, want)
			case games.Game[[4]uint64]:
				checkSolved(t, g, want)
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
	if want.cyclic {
		store := &solvertest.MemoryStore[S]{}
		solution, err := Solve(t.Context(), g, t.TempDir(), store, job.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if o := solution.Outcomes.Of(solution.Start); o.Payoff[0].Cmp(big.NewRat(int64(want.maximin[0]), 1)) != 0 {
			t.Errorf("the best goal is %v, want %d", o.Payoff[0], want.maximin[0])
		}
		return
	}
	if kind := value.KindOf(g.Info()); kind != want.kind {
		t.Fatalf("kind %v, want %v", kind, want.kind)
	}
	solution, _ := mustSolve(t, g)
	if solution.RawStates != want.states {
		t.Errorf("%d states, symmetric ones counted each, want %d", solution.RawStates, want.states)
	}
	o := solution.Outcomes.Of(solution.Start)
	for r := range g.Info().Roles {
		if want.kind == value.Alternating {
			if o.Payoff[r].Cmp(big.NewRat(int64(want.maximin[r]), 1)) != 0 {
				t.Errorf("role %d gets %v, want %d", r, o.Payoff[r], want.maximin[r])
			}
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

// checkSolvedCounts walks through all states without a solver, and returns the
// most that each role gets anywhere.
func checkSolvedCounts[S games.State](t *testing.T, g games.Game[S], want solvedSheet) (best games.Payoff) {
	var terminals, transitions int64
	depth := int64(-1) // plies to the farthest state
	level := 0         // where the states that are so far begin
	seen := map[S]bool{g.Start(): true}
	queue := []S{g.Start()}
	for at := 0; at < len(queue); {
		if at == level {
			depth++
			level = len(queue)
		}
		chunk := queue[at:min(at+1000, level)]
		at += len(chunk)
		children, ends := g.Expand(nil, nil, chunk)
		from := int32(0)
		for i, end := range ends {
			if end == from {
				terminals++
				for r, p := range g.Payoffs(nil, chunk[i:i+1])[0] {
					best[r] = max(best[r], p)
				}
			}
			from = end
		}
		transitions += int64(len(children))
		for _, c := range children {
			if !seen[c] {
				seen[c] = true
				queue = append(queue, c)
			}
		}
	}
	if int64(len(queue)) != want.states || terminals != want.terminals || transitions != want.transitions {
		t.Errorf("%d states, %d terminals, %d transitions, want %d, %d, %d", len(queue), terminals, transitions, want.states, want.terminals, want.transitions)
	}
	if depth != want.depth {
		t.Errorf("depth %d, want %d", depth, want.depth)
	}
	return best
}

// TestEndlessSheet solves a sheet in which a player can wait for ever or take
// less than half.
func TestEndlessSheet(t *testing.T) {
	file := filepath.Join(t.TempDir(), "wait.kif")
	text := `(role a) (role b) (init here) (init odd)
		(legal a wait) (legal a leave) (legal b noop)
		(<= (next here) (does a wait))
		(<= (next odd) (not (true odd)))
		(<= terminal (not (true here)))
		(goal a 30) (goal b 70)`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for spec, want := range map[string]int64{file: 50, file + ":endless=draw": 50, file + ":endless=loss": 30} {
		v, err := gdl.OpenSpec(t.Context(), spec, work.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		g := v.(games.Game[uint64])
		solution, err := Solve(t.Context(), g, t.TempDir(), &solvertest.MemoryStore[uint64]{}, job.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if o := solution.Outcomes.Of(solution.Start); o.Payoff[0].Cmp(big.NewRat(want, 1)) != 0 {
			t.Errorf("%s: a gets %v, want %d", spec, o.Payoff[0], want)
		}
	}
}

// TestSoleRole values a walk in which the best goal at hand is less than half of
// the highest there is: the shortest way there counts, of two and four plies,
// whether positions can come back or not.
func TestSoleRole(t *testing.T) {
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
	for name, more := range map[string]string{"layered": "", "cyclic": "(way c a)"} {
		file := filepath.Join(t.TempDir(), "walk.kif")
		if err := os.WriteFile(file, []byte(walk+more), 0o666); err != nil {
			t.Fatal(err)
		}
		v, err := gdl.OpenSpec(t.Context(), file, work.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		g := v.(games.Game[uint64])
		if _, layered := v.(games.Layered[uint64]); layered != (name == "layered") {
			t.Errorf("%s: layered %v", name, layered)
		}
		solution, err := Solve(t.Context(), g, t.TempDir(), &solvertest.MemoryStore[uint64]{}, job.Options{})
		if err != nil {
			t.Fatal(err)
		}
		o := solution.Outcomes.Of(solution.Start)
		if o.Payoff[0].Cmp(big.NewRat(40, 1)) != 0 || o.Remoteness != 2 {
			t.Errorf("%s: %v in %d plies, want 40 in 2", name, o.Payoff[0], o.Remoteness)
		}
		if name == "layered" {
			if o := solvertest.Naive(g)(g.Start()); o.Remoteness != 2 {
				t.Errorf("the reference solver: %d plies, want 2", o.Remoteness)
			}
		}
	}
}

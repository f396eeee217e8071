package solver

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/solver/search"
	"zermelo/solver/search/alphabeta"
	"zermelo/solver/search/table"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// twins is a built-in game and its original description. States are converted
// through their notations.
type twins struct {
	preset, sheet string
	toSheet       func(native string) string
	toNative      func(sheet map[string]string) string // from the fluents of the description; see fluentsOf
	// perft and distinct are the published numbers of move sequences and of
	// distinct states by ply.
	perft, distinct []int64
	// plies is the default number of plies to compare. All states of these
	// plies are converted in both directions. With -large, the published plies
	// are compared, or the whole game if ends is set.
	plies int
	ends  bool
}

func seedTwins() []twins {
	return []twins{
		{
			preset: "snake2p", sheet: "snake2p", toSheet: snakeToSheet, toNative: snakeToNative,
			perft: []int64{16, 64, 256, 1280, 2816, 5824, 2112}, ends: true,
		},
		{
			preset: "breakthrough-small", sheet: "breakthroughSmall", toSheet: breakthroughToSheet, toNative: breakthroughToNative(""),
			perft: []int64{16, 256, 4308, 71478, 1248290, 21470998}, distinct: []int64{16, 256, 2160, 18621, 115778, 737632}, plies: 3,
		},
		{
			preset: "breakthrough-small-holes", sheet: "breakthroughSmallHoles", toSheet: breakthroughToSheet, toNative: breakthroughToNative("2.3 3.4 4.3 5.4"),
			perft: []int64{10, 100, 1102, 11938}, distinct: []int64{10, 100, 606, 3769, 18177, 91736, 406653}, plies: 3,
		},
		{
			preset: "gt-coordination", sheet: "gt_coordination", toSheet: coordinationToSheet, toNative: coordinationToNative,
			perft: []int64{4, 16, 64, 256}, distinct: []int64{2, 3, 4, 5}, ends: true,
		},
		{
			preset: "2pffa-zerosum", sheet: "2pffa_zerosum", toSheet: skirmishToSheet, toNative: skirmishToNative,
			perft: []int64{4, 16, 96, 572, 4788, 39818}, distinct: []int64{4, 16, 56, 197, 716, 2637, 7838, 23659, 68951, 197299}, plies: 6,
		},
	}
}

// TestSeedSheets compares the five seed descriptions with the built-in games,
// state by state. It compares the numbers of plays and of states by ply,
// children, terminal states and payoffs. If a game is compared to its end, it
// also compares all values.
func TestSeedSheets(t *testing.T) {
	for _, w := range seedTwins() {
		t.Run(w.preset, func(t *testing.T) {
			switch {
			case gamestest.Large() && !w.ends:
				w.plies = len(w.distinct)
			case testing.Short() && !w.ends:
				w.plies -= 2
			}
			if !gamestest.Large() {
				w.perft = w.perft[:min(4, len(w.perft))]
			}
			sheet := openSheet(t, sharedSheets+"games/"+w.sheet+".kif")
			switch native := solvertest.Open(t, w.preset).(type) {
			case games.Game[uint64]:
				compareWith(t, &w, native, sheet)
			case games.Game[[2]uint64]:
				compareWith(t, &w, native, sheet)
			default:
				t.Fatalf("states of %T", native)
			}
		})
	}
}

func compareWith[N games.State](t *testing.T, w *twins, native games.Game[N], sheet games.Variant) {
	switch sheet := sheet.(type) {
	case games.Game[uint64]:
		compareTwins(t, newComparison(w, native, sheet))
	case games.Game[[2]uint64]:
		compareTwins(t, newComparison(w, native, sheet))
	default:
		t.Fatalf("states of %T", sheet)
	}
}

func compareTwins[N, S games.State](t *testing.T, c *comparison[N, S]) {
	n, s := c.native.Info(), c.sheet.Info()
	if n.GeneralSum != s.GeneralSum || n.Simultaneous != s.Simultaneous || n.ExtraMoves != s.ExtraMoves || n.Total != s.Total || !slices.Equal(n.Roles, s.Roles) {
		t.Errorf("the sheet is %v, %v, %v, %d, %v, want %v, %v, %v, %d, %v",
			s.GeneralSum, s.Simultaneous, s.ExtraMoves, s.Total, s.Roles, n.GeneralSum, n.Simultaneous, n.ExtraMoves, n.Total, n.Roles)
	}
	if got := games.Perft(c.sheet, len(c.perft)); !slices.Equal(got, c.perft) {
		t.Errorf("perft %v, want %v", got, c.perft)
	}
	if start := c.mapState(t, c.native.Start()); start != c.sheet.Start() {
		t.Errorf("the start is %s, want %s", c.sheetWords.FormatState(c.sheet.Start()), c.sheetWords.FormatState(start))
	}
	level := []N{c.native.Start()}
	var sizes []int64
	for (c.ends || len(sizes) < c.plies) && len(level) > 0 && !t.Failed() {
		level = c.ply(t, level)
		sizes = append(sizes, int64(len(level)))
	}
	if known := min(len(sizes), len(c.distinct)); !slices.Equal(sizes[:known], c.distinct[:known]) {
		t.Errorf("different states by ply %v, want %v", sizes, c.distinct)
	}
	t.Logf("states compared by ply: %v", sizes)
	if !c.ends && !t.Failed() {
		c.late(t)
	}
}

// comparison compares two games that should be equal.
type comparison[N, S games.State] struct {
	*twins
	native      games.Game[N]
	sheet       games.Game[S]
	nativeWords games.Notation[N]
	sheetWords  games.Notation[S]
	nativeValue func(N) value.Outcome
	sheetValue  func(S) value.Outcome
	images      map[N]S // images of the states of the current and the next ply
}

func newComparison[N, S games.State](w *twins, native games.Game[N], sheet games.Game[S]) *comparison[N, S] {
	return &comparison[N, S]{
		twins: w, native: native, sheet: sheet, nativeWords: games.NotationOf(native), sheetWords: games.NotationOf(sheet),
		nativeValue: solvertest.Naive(native), sheetValue: solvertest.Naive(sheet), images: map[N]S{},
	}
}

// mapState returns the description's state that corresponds to a native state.
// It checks the conversion in both directions.
func (c *comparison[N, S]) mapState(t *testing.T, state N) S {
	text := c.nativeWords.FormatState(state)
	s, err := c.sheetWords.ParseState(c.toSheet(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	back := c.toNative(fluentsOf(c.sheetWords.FormatState(s)))
	if again, err := c.nativeWords.ParseState(back); err != nil || again != state {
		t.Errorf("%s comes back as %s: %v", text, back, err)
	}
	return s
}

// batchSize is the number of states per Expand call.
const batchSize = 512

// ply compares the states of a ply and returns the native states of the next.
// Since the mapping is a bijection and children agree, the numbers of states
// are also equal.
func (c *comparison[N, S]) ply(t *testing.T, level []N) []N {
	images := make([]S, len(level))
	for i, state := range level {
		if s, known := c.images[state]; known {
			images[i] = s
		} else {
			images[i] = c.mapState(t, state)
		}
	}
	c.images = map[N]S{}
	var next []N
	for from := 0; from < len(level) && !t.Failed(); from += batchSize {
		to := min(from+batchSize, len(level))
		next = c.batch(t, next, level[from:to], images[from:to])
	}
	return next
}

// batch compares some states of a ply and appends the new states of the next
// ply.
func (c *comparison[N, S]) batch(t *testing.T, next, level []N, images []S) []N {
	children, ends := c.native.Expand(nil, nil, level)
	got, gotEnds := c.sheet.Expand(nil, nil, images)
	var stages games.Stages[N]
	var gotStages games.Stages[S]
	stages.Find(c.native, level, ends)
	gotStages.Find(c.sheet, images, gotEnds)
	if rows, gotRows := stages.Rows, gotStages.Rows; !slices.Equal(gotEnds, ends) || !slices.Equal(gotRows, rows) {
		for i := range level {
			if gotEnds[i] != ends[i] || gotRows[i] != rows[i] {
				t.Fatalf("%s: the sheet has %d children up to here in %d rows, want %d in %d", c.nativeWords.FormatState(level[i]), gotEnds[i], gotRows[i], ends[i], rows[i])
			}
		}
	}
	from := int32(0)
	var want []S
	for i, end := range ends {
		text := func() string { return c.nativeWords.FormatState(level[i]) }
		if end == from {
			if a, b := c.native.Payoffs(nil, level[i:i+1])[0], c.sheet.Payoffs(nil, images[i:i+1])[0]; a != b {
				t.Errorf("%s: payoffs %v, want %v", text(), b, a)
			}
		}
		want = want[:0]
		for _, child := range children[from:end] {
			s, known := c.images[child]
			if !known {
				s = c.mapState(t, child)
				c.images[child] = s
				next = append(next, child)
			}
			want = append(want, s)
		}
		slices.SortFunc(want, games.Compare[S])
		slices.SortFunc(got[from:end], games.Compare[S])
		if !slices.Equal(got[from:end], want) {
			t.Errorf("%s: other children", text())
		}
		if c.ends {
			if a, b := c.nativeValue(level[i]), c.sheetValue(images[i]); fmt.Sprint(a) != fmt.Sprint(b) {
				t.Errorf("%s: value %v, want %v", text(), b, a)
			}
		}
		from = end
	}
	return next
}

// Late positions are a few plies before the end of a random play. Their values
// are found by search, which uses static knowledge for the built-in games and
// only the rules for the descriptions.
const (
	latePlies   = 6         // maximum distance from the end
	lateNodes   = 500       // node limit for the description
	nativeNodes = 1_000_000 // node limit for the built-in game
	lateMemory  = 16 << 20  // size of a search's table in bytes
)

// late compares the values of late positions.
func (c *comparison[N, S]) late(t *testing.T) {
	positions := 15
	switch {
	case gamestest.Large():
		positions = 4000
	case testing.Short():
		positions = 10
	}
	native, closeNative := searcherOf(c.native, nativeNodes)
	defer closeNative()
	sheet, closeSheet := searcherOf(c.sheet, lateNodes)
	defer closeSheet()
	rng := rand.New(rand.NewPCG(5, 0))
	scores, decided := map[int]int{}, 0
	for range positions {
		state := c.latePosition(rng)
		low, high, err := native.Score(t.Context(), state)
		if err != nil {
			if !errors.Is(err, search.ErrNodes) {
				t.Fatal(err)
			}
			continue
		}
		sheetLow, sheetHigh, err := sheet.Score(t.Context(), c.mapState(t, state))
		if err != nil && !errors.Is(err, search.ErrNodes) {
			t.Fatal(err)
		}
		if low != high || sheetLow > low || sheetHigh < low {
			t.Errorf("%s: score %d..%d by the sheet, want %d..%d", c.nativeWords.FormatState(state), sheetLow, sheetHigh, low, high)
		}
		if sheetLow == sheetHigh {
			scores[low]++
			decided++
		}
	}
	t.Logf("%d of %d late positions valued, by score: %v", decided, positions, scores)
	if 3*decided < positions || len(scores) < 2 {
		t.Errorf("%d of %d late positions valued, of %d scores: too few to tell", decided, positions, len(scores))
	}
}

// latePosition returns a position of a random play that is 1 to latePlies plies
// before the end.
func (c *comparison[N, S]) latePosition(rng *rand.Rand) N {
	line := []N{c.native.Start()}
	for {
		children, _ := c.native.Expand(nil, nil, line[len(line)-1:])
		if len(children) == 0 {
			return line[max(0, len(line)-2-rng.IntN(latePlies))]
		}
		line = append(line, children[rng.IntN(len(children))])
	}
}

// searcherOf returns a search that uses the game's own knowledge.
func searcherOf[S games.State](g games.Game[S], nodes uint64) (a *alphabeta.Search[S], stop func()) {
	s := search.Plain(g)
	table := table.New(s, lateMemory)
	return alphabeta.New(s, table, search.Options{Nodes: nodes}), table.Close
}

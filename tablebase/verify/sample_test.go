package verify

import (
	"errors"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/solver"
	"zermelo/solver/job"
	"zermelo/tablebase/store"
	"zermelo/tablebase/write"
)

// ladder is a game whose first 2,000 positions can remain unchanged while the others change.
// State layer<<16|n leads to n and n+1 of the next layer.
type ladder struct {
	info     games.Info
	layers   uint64
	payoffs  [2]int16 // payoffs of role 0 at even and at odd terminal states
	thirds   bool     // adds a third move from layer changedLayer on
	expanded *int     // number of expanded states
}

// changedLayer is a layer after the positions of the rules digest.
const changedLayer = 80

func newLadder(layers uint64) ladder {
	return ladder{layers: layers, payoffs: [2]int16{0, 1}, expanded: new(int), info: games.Info{
		Name: "ladder", Title: "Ladder", Roles: []string{"a", "b"}, Total: 1, External: new(games.ExternalRules),
	}}
}

func (g ladder) Info() *games.Info { return &g.info }
func (g ladder) Start() uint64     { return 0 }
func (g ladder) Span() int         { return 1 }

func (g ladder) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(s>>16))
	}
	return dst
}

func (g ladder) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	*g.expanded += len(src)
	for _, s := range src {
		if s>>16 < g.layers-1 {
			dst = append(dst, s+1<<16, s+1<<16+1)
			if g.thirds && s>>16 >= changedLayer {
				dst = append(dst, s+1<<16+1<<15)
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g ladder) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		dst = append(dst, int8(s>>16%2))
	}
	return dst
}

func (g ladder) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		p := g.payoffs[s%2]
		dst = append(dst, games.Payoff{p, 1 - p})
	}
	return dst
}

// climb solves a game and returns the new data directory.
func climb(t *testing.T, g ladder) (db string) {
	t.Helper()
	db = t.TempDir()
	b, err := write.Create[uint64](db, g, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	solution, err := solver.Solve[uint64](t.Context(), g, b.WorkDir(), b, job.Options{Workers: 1})
	if err = errors.Join(err, b.Commit(solution)); err != nil {
		t.Fatal(err)
	}
	return db
}

// TestOpenFindsChangedRules changes most positions of a game, but none that the rules digest
// covers.
func TestOpenFindsChangedRules(t *testing.T) {
	g := newLadder(800)
	db := climb(t, g)
	for range 10 {
		table, err := Open[uint64](db, g)
		if err != nil {
			t.Fatal(err)
		}
		table.Close()
	}
	changed := g
	changed.thirds = true
	for range 10 {
		_, err := Open[uint64](db, changed)
		var foreign *store.ForeignError
		if !errors.As(err, &foreign) || !strings.Contains(err.Error(), "the table of ladder") || !strings.Contains(err.Error(), "position ") {
			t.Errorf("opened with other moves: %v", err)
		}
	}
}

// TestOpenComparesSmallTablesWhole changes the payoffs of the last layer of a small game and
// updates the rules digest, which would detect the change too.
func TestOpenComparesSmallTablesWhole(t *testing.T) {
	g := newLadder(20)
	table, err := Open[uint64](climb(t, g), g)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	changed := g
	changed.payoffs = [2]int16{1, 1}
	table.Game = changed
	if err := newSampler(table).random(); err == nil || !strings.Contains(err.Error(), "terminal with payoffs [1 0], but the table has 0:1") {
		t.Errorf("with other payoffs: %v", err)
	}
}

// TestFollowFindsAChangedPosition looks up positions before and after a change.
func TestFollowFindsAChangedPosition(t *testing.T) {
	g := newLadder(100)
	table, err := Open[uint64](climb(t, g), g)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	changed := g
	changed.thirds = true
	table.Game = changed
	const notStored = 5<<16 + 99
	if err := Follow(table, []uint64{0, (changedLayer - 1) << 16, notStored}); err != nil {
		t.Errorf("before the change: %v", err)
	}
	if err := Follow(table, []uint64{0, changedLayer << 16}); err == nil || !strings.Contains(err.Error(), "a child is not stored") {
		t.Errorf("at a position with another move: %v", err)
	}
}

// TestOpenExpandsNothingOfBuiltInGames counts the states that Open expands in addition to those
// of the rules digest.
func TestOpenExpandsNothingOfBuiltInGames(t *testing.T) {
	g := newLadder(100)
	db := climb(t, g)
	count := func() int {
		*g.expanded = 0
		table, err := Open[uint64](db, g)
		if err != nil {
			t.Fatal(err)
		}
		table.Close()
		return *g.expanded
	}
	own := count()
	g.info.External = nil
	builtIn := count()
	*g.expanded = 0
	games.RulesDigest[uint64](g)
	if own -= builtIn; builtIn != *g.expanded || own <= (sampleRuns-1)*runStates || own > sampleRuns*runStates {
		t.Errorf("%d states expanded besides the %d of the rules digest, of a game of one's own %d", builtIn-*g.expanded, *g.expanded, own)
	}
}

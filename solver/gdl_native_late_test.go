package solver

import (
	"errors"
	"math/rand/v2"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	engine "zermelo/solver/search" // this package has a function search
)

// Late positions are some plies before the end of a random play. They are valued
// by search, of which the built-in games know more than what the rules say, and
// the rule sheet nothing.
const (
	latePlies   = 6         // before the end at most
	lateNodes   = 500       // of a search of the sheet
	nativeNodes = 1_000_000 // of a search of the built-in game
	lateMemory  = 16 << 20  // bytes of a search's table
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
	scores := map[int]int{}
	for range positions {
		state := c.latePosition(rng)
		low, high, err := native.Score(t.Context(), state)
		if err != nil {
			if !errors.Is(err, engine.ErrNodes) {
				t.Fatal(err)
			}
			continue
		}
		sheetLow, sheetHigh, err := sheet.Score(t.Context(), c.map1(t, state))
		if err != nil && !errors.Is(err, engine.ErrNodes) {
			t.Fatal(err)
		}
		if low != high || sheetLow > low || sheetHigh < low {
			t.Errorf("%s: score %d..%d by the sheet, want %d..%d", c.nativeWords.FormatState(state), sheetLow, sheetHigh, low, high)
		}
		if sheetLow == sheetHigh {
			scores[low]++
		}
	}
	decided := 0
	for _, n := range scores {
		decided += n
	}
	t.Logf("%d of %d late positions valued, by score: %v", decided, positions, scores)
	if 3*decided < positions || len(scores) < 2 {
		t.Errorf("%d of %d late positions valued, of %d scores: too few to tell", decided, positions, len(scores))
	}
}

// latePosition is a position of a random play, 1 to latePlies before its end.
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

// searcherOf makes a search of a game, with the knowledge that it has itself.
func searcherOf[S games.State](g games.Game[S], nodes uint64) (a *engine.AlphaBeta[S], stop func()) {
	s := engine.Plain(g)
	table := engine.NewTable(s, lateMemory)
	return engine.NewAlphaBeta(s, table, engine.Options{Nodes: nodes}), table.Close
}

package book

import (
	"context"
	"runtime"
	"strings"

	"zermelo/games"
	"zermelo/solver/value"
)

// Zugzwangs counts mutual zugzwangs: positions where neither player wants to
// move, as each would be better off if it were the other's turn. A position and
// the one with the other player to move count once, together.
type Zugzwangs struct {
	// Lost are those where whoever is to move loses, Drawn those where one
	// player to move draws and the other loses.
	Lost  int64 `json:"lost"`
	Drawn int64 `json:"drawn"`
	// Examples are a few of them, those that are lost first.
	Examples []Zugzwang `json:"examples"`
}

// Zugzwang is a mutual zugzwang: the position, and that with the other player to
// move, each with its value.
type Zugzwang struct {
	Position    string `json:"position"`
	Value       string `json:"value"` // in words
	Passed      string `json:"passed"`
	PassedValue string `json:"passed_value"`
	Board       string `json:"-"`
	// Drawing is the board, ready to be drawn otherwise.
	Drawing games.Drawing `json:"-"`
}

const (
	// zugzwangExamples is how many of each kind are shown.
	zugzwangExamples = 2
	// zugzwangIndexes is how many indexes a game can have for its mutual
	// zugzwangs to be counted; each takes a byte.
	zugzwangIndexes = 1 << 28
)

// cellTable is a table whose outcomes can be read tier by tier.
type cellTable interface {
	TierCells(ctx context.Context, tier int, plies bool, workers int) ([]value.Cell, error)
}

// Zugzwangs finds the mutual zugzwangs; nil where the game does not say what
// passing is, or is too large.
func (b *book[S]) Zugzwangs() (*Zugzwangs, error) {
	passer, ok := b.game.(games.Passer[S])
	game, tiered := b.game.(games.Tiered[S])
	table, reads := b.table.(cellTable)
	if !ok || !tiered || !reads || len(b.solution.Tiers) == 0 {
		return nil, nil
	}
	size := uint64(0)
	for _, t := range b.solution.Tiers {
		size += t.Size
	}
	if size > zugzwangIndexes {
		return nil, nil
	}
	f := &zugzwangFinder[S]{game: game, passer: passer}
	for tier := range b.solution.Tiers {
		cells, err := table.TierCells(context.Background(), tier, false, runtime.GOMAXPROCS(0))
		if err != nil {
			return nil, err
		}
		kinds := make([]uint8, len(cells))
		for i, c := range cells {
			kinds[i] = uint8(c & 3)
		}
		f.kinds = append(f.kinds, kinds)
	}
	for tier := range f.kinds {
		f.search(tier)
	}
	out := &Zugzwangs{Lost: f.lost, Drawn: f.drawn, Examples: []Zugzwang{}}
	for _, pair := range append(f.examples[0], f.examples[1]...) {
		p, err := b.position(pair[0])
		if err != nil {
			return nil, err
		}
		q, err := b.position(pair[1])
		if err != nil {
			return nil, err
		}
		out.Examples = append(out.Examples, Zugzwang{p.Text, p.Value.Words, q.Text, q.Value.Words, strings.Join(p.Board, "\n"), p.Drawing})
	}
	return out, nil
}

// zugzwangFinder looks at all positions.
type zugzwangFinder[S games.State] struct {
	game   games.Tiered[S]
	passer games.Passer[S]
	kinds  [][]uint8 // by tier and index: the outcome bits of the cell

	lost, drawn int64
	examples    [2][][2]S // lost and drawn ones
}

// search looks at the positions of a tier.
func (f *zugzwangFinder[S]) search(tier int) {
	const batch = 4096
	lost, draw := uint8(value.Loss(0)), uint8(value.Draw)
	var indexes []uint64
	var states, passed []S
	var used, ok []bool
	var slots []games.Slot
	size := uint64(len(f.kinds[tier]))
	for first := uint64(0); first < size; first += batch {
		indexes = indexes[:0]
		for i := first; i < min(first+batch, size); i++ {
			// Of a pair, one position is lost for its player to move.
			if f.kinds[tier][i] == lost {
				indexes = append(indexes, i)
			}
		}
		states, used = f.game.Unrank(states[:0], used[:0], tier, indexes)
		passed, ok = f.passer.Pass(passed[:0], ok[:0], states)
		slots = slots[:0]
		for i := range passed {
			if !ok[i] { // any state that has a slot
				passed[i] = states[i]
			}
		}
		slots = f.game.Rank(slots, passed)
		for i, other := range slots {
			if !ok[i] {
				continue
			}
			switch kind := f.kinds[other.Tier()][other.Index()]; {
			case kind == draw:
				f.drawn++
				f.example(1, states[i], passed[i])
			case kind == lost && games.SlotOf(tier, indexes[i]) <= other:
				f.lost++
				f.example(0, states[i], passed[i])
			}
		}
	}
}

func (f *zugzwangFinder[S]) example(kind int, s, passed S) {
	if len(f.examples[kind]) < zugzwangExamples {
		f.examples[kind] = append(f.examples[kind], [2]S{s, passed})
	}
}

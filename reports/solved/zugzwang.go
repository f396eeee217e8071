package solved

import (
	"context"
	"runtime"
	"strings"

	"zermelo/games"
	"zermelo/solver/value"
)

// Zugzwangs counts mutual zugzwangs: positions where each player, if to move, would do better by
// passing. A position and its copy with the other player to move form a pair, which is counted
// once.
type Zugzwangs struct {
	// Lost is the number of pairs where the player to move loses in both positions.
	Lost int64 `json:"lost"`
	// Drawn is the number of pairs where one player loses when to move, and the other draws.
	Drawn int64 `json:"drawn"`
	// Examples holds up to two pairs of each kind. Lost pairs come first.
	Examples []Zugzwang `json:"examples"`
}

// Zugzwang is a position and its copy with the other player to move, with their values.
type Zugzwang struct {
	Position    string        `json:"position"`
	Value       string        `json:"value"`
	Passed      string        `json:"passed"`       // position with the other player to move
	PassedValue string        `json:"passed_value"` // value of that position, in words
	Board       string        `json:"-"`
	Drawing     games.Drawing `json:"-"`
}

const (
	zugzwangExamples = 2 // maximum number of examples of each kind
	// maxZugzwangIndexes is the maximum total number of indexes in all tiers. Each index takes one
	// byte of memory.
	maxZugzwangIndexes = 1 << 28
)

func (b *solvedGame[S]) Zugzwangs() (*Zugzwangs, error) {
	passer, ok := b.game.(games.Passer[S])
	game, tiered := b.game.(games.Tiered[S])
	if !ok || !tiered || b.stored == nil || len(b.solution.Tiers) == 0 {
		return nil, nil
	}
	size := uint64(0)
	for _, t := range b.solution.Tiers {
		size += t.Size
	}
	if size > maxZugzwangIndexes {
		return nil, nil
	}
	f := &zugzwangFinder[S]{game: game, passer: passer}
	for tier := range b.solution.Tiers {
		cells, err := b.stored.Tiers.TierCells(context.Background(), tier, false, runtime.GOMAXPROCS(0))
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

// zugzwangFinder finds the mutual zugzwangs of a game.
type zugzwangFinder[S games.State] struct {
	game   games.Tiered[S]
	passer games.Passer[S]
	kinds  [][]uint8 // outcome bits of the cells, by tier and index

	lost, drawn int64
	examples    [2][][2]S // examples of lost pairs and of drawn pairs
}

// search counts the pairs that have a lost position in the given tier.
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
			// A pair contains at least one position that is lost for the player to move.
			if f.kinds[tier][i] == lost {
				indexes = append(indexes, i)
			}
		}
		states, used = f.game.Unrank(states[:0], used[:0], tier, indexes)
		passed, ok = f.passer.Pass(passed[:0], ok[:0], states)
		slots = slots[:0]
		for i := range passed {
			if !ok[i] { // placeholder with a valid slot, which is skipped below
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

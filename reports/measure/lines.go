package measure

import (
	"context"
	"maps"
	"math/big"
	"slices"

	"zermelo/games"
)

// maxBest is how many positions the best lines may go through at one ply for
// them to be counted.
const maxBest = 1 << 20

// best is a position on best lines: how many lead there, and how likely that is.
type best struct {
	lines  *big.Int
	chance float64
}

// bestLines counts the best lines from the start, and finds the share of the moves that
// keep the value, on average over the plies. The game is an alternating one whose length
// is known. It goes along all lines ply by ply: each best move takes the same remoteness
// off, so all lines are equally far from the end. Symmetric positions are put together,
// which does not change how many lines there are. The count is nil where the lines go
// through too many positions.
func (b *subject[S]) bestLines(ctx context.Context) (count *big.Int, keeping float64, err error) {
	start, _ := games.Canonical(b.game, b.game.Start())
	outcomes, err := b.table.Probe(nil, []S{start})
	if err != nil {
		return nil, 0, err
	}
	value := outcomes[0]
	level := map[S]best{start: {big.NewInt(1), 1}}
	canonizer := games.CanonizerOf(b.game)
	var states, children []S
	var ends []int32
	var swaps []bool
	for left := value.Remoteness; left > 0; left-- {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		// In order, so that sums are rounded alike each time.
		states = slices.AppendSeq(states[:0], maps.Keys(level))
		slices.SortFunc(states, games.Compare[S])
		children, ends = b.game.Expand(children[:0], ends[:0], states)
		outcomes, err = b.table.Probe(outcomes[:0], append(states, children...))
		if err != nil {
			return nil, 0, err
		}
		own, below := outcomes[:len(states)], outcomes[len(states):]
		if len(swaps) < len(children) {
			swaps = make([]bool, 2*len(children))
		}
		canonizer.Canonize(children, swaps[:len(children)])
		next := map[S]best{}
		first := int32(0)
		for i, s := range states {
			var keep, good int
			for _, o := range below[first:ends[i]] {
				if o.Pure == own[i].Pure {
					keep++
					if o.Remoteness == left-1 {
						good++
					}
				}
			}
			from := level[s]
			keeping += from.chance * float64(keep) / float64(ends[i]-first)
			for c := first; c < ends[i]; c++ {
				if o := below[c]; o.Pure != own[i].Pure || o.Remoteness != left-1 {
					continue
				}
				to, ok := next[children[c]]
				if !ok {
					to.lines = new(big.Int)
				}
				to.lines.Add(to.lines, from.lines)
				to.chance += from.chance / float64(good)
				next[children[c]] = to
			}
			first = ends[i]
		}
		if len(next) > maxBest {
			return nil, 0, nil
		}
		level = next
	}
	count = new(big.Int)
	for _, b := range level {
		count.Add(count, b.lines)
	}
	return count, keeping / float64(max(1, value.Remoteness)), nil
}

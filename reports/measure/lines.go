package measure

import (
	"context"
	"maps"
	"math/big"
	"slices"

	"zermelo/games"
)

// maxBest is the maximum number of positions per ply on the best lines that are counted.
const maxBest = 1 << 20

// best holds the number of best lines that lead to a position, and the probability that a random
// best line passes through the position.
type best struct {
	lines  *big.Int
	chance float64
}

// bestLines counts the best lines from the start position and computes the mean share of moves that
// keep the value. The game must be alternating, and the remoteness of its start position must be
// finite. Each best move decreases the remoteness by one, so all lines are extended ply by ply.
// Merging symmetric positions does not change the number of lines. If a ply has more than maxBest
// positions, count is nil.
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
		// Sort the states, so that rounding does not depend on the order of the map.
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

package book

import (
	"cmp"
	"iter"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// Where both choose at once, or payoffs are no contest, positions are remarkable
// by their stakes: what the players lose if the other knows their moves, or if
// each plays for himself.

// Stakes is what is at stake where the outcome is o: in a contest, what the roles
// get beyond what pure moves secure; else what the best joint outcome has beyond
// the equilibrium. It is 0 where that means nothing.
func Stakes(kind value.Kind, o value.Outcome) *big.Rat {
	sum := new(big.Rat)
	if o.Remoteness == 0 || kind == value.Alternating {
		return sum
	}
	for role := range o.Payoff {
		if kind == value.Simultaneous {
			sum.Add(sum, o.Payoff[role]).Sub(sum, big.NewRat(int64(o.Pure[role]), 1))
		} else {
			sum.Add(sum, big.NewRat(int64(o.Joint[role]), 1)).Sub(sum, o.Payoff[role])
		}
	}
	return sum
}

// tenseTries is how many positions of a layer are looked at.
const tenseTries = 8

// blockTable is a table whose layers can be read in order.
type blockTable[S games.State] interface {
	Blocks(layer int) iter.Seq2[tablebase.Block[S], error]
}

// HighStakes finds positions with the greatest stakes, one of a layer at most, the
// greatest first: those where perfect play mixes its moves, or payoffs are no
// contest. It reads the whole table.
func (b *book[S]) HighStakes(count int) (list []*Position, err error) {
	outcomes := &b.solution.Outcomes
	table, ok := b.table.(blockTable[S])
	if !ok || outcomes.Kind == value.Alternating {
		return nil, nil
	}
	stakes := make([]*big.Rat, len(outcomes.List))
	var levels []*big.Rat
	for i, o := range outcomes.List {
		stakes[i] = Stakes(outcomes.Kind, o)
		levels = append(levels, stakes[i])
	}
	slices.SortFunc(levels, (*big.Rat).Cmp)
	levels = slices.CompactFunc(levels, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
	level := make([]int, len(stakes)) // by Value
	for i, x := range stakes {
		if x.Sign() > 0 {
			level[i], _ = slices.BinarySearchFunc(levels, x, (*big.Rat).Cmp)
		}
	}
	type candidates struct {
		level  int
		states []S
	}
	var layers []candidates
	for layer := range b.solution.Layers {
		var best candidates
		for block, err := range table.Blocks(layer) {
			if err != nil {
				return nil, err
			}
			for i, v := range block.Values {
				if level[v] > best.level {
					best = candidates{level[v], nil}
				}
				if level[v] == best.level && level[v] > 0 && len(best.states) < tenseTries {
					best.states = append(best.states, block.States[i])
				}
			}
		}
		layers = append(layers, best)
	}
	slices.SortStableFunc(layers, func(x, y candidates) int { return cmp.Compare(y.level, x.level) })
	for _, l := range layers {
		for _, s := range l.states {
			if len(list) == count {
				return list, nil
			}
			p, err := b.position(s)
			if err != nil {
				return nil, err
			}
			if outcomes.Kind == value.General || p.Matrix != nil && !p.Matrix.Pure {
				list = append(list, p)
				break
			}
		}
	}
	return list, nil
}

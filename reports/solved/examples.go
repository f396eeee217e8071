package solved

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

func (b *solvedGame[S]) Packed(words []uint64) (*Position, error) {
	var s S
	if len(words) != games.Words[S]() {
		return nil, fmt.Errorf("example state has %d words, expected %d", len(words), games.Words[S]())
	}
	copy(games.Bits(&s), words)
	return b.position(s)
}

func (b *solvedGame[S]) LongestWin() (*Position, error) {
	if b.stored == nil {
		return nil, nil
	}
	tier, plies := -1, -1
	for i, t := range b.solution.Tiers {
		if most := len(t.WinsIn) - 1; most > plies {
			tier, plies = i, most
		}
	}
	if tier < 0 {
		return nil, nil
	}
	s, found, err := b.stored.Tiers.FindCell(tier, value.Win(plies))
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fmt.Errorf("tier %s: the header lists a win in %d plies, but the table has none", b.solution.Tiers[tier].Name, plies)
	}
	return b.position(s)
}

// Stakes returns the total amount that players can lose in a position with outcome o. In a
// constant-sum game with simultaneous moves, this is the amount that each player gains by using
// mixed instead of pure strategies, summed over both players. In a general-sum game, it is the
// amount by which the best joint outcome exceeds the equilibrium. In all other cases it is 0.
func Stakes(kind value.Kind, o value.Outcome) *big.Rat {
	sum := new(big.Rat)
	if o.Remoteness == 0 || kind == value.Alternating || !proven(o) {
		return sum
	}
	for role := range o.Roles() {
		if kind == value.Simultaneous {
			sum.Add(sum, o.Payoff[role]).Sub(sum, big.NewRat(int64(o.Pure[role]), 1))
		} else {
			sum.Add(sum, big.NewRat(int64(o.Joint[role]), 1)).Sub(sum, o.Payoff[role])
		}
	}
	return sum
}

// stakeTries is the number of candidates per layer that HighStakes looks up.
const stakeTries = 8

// HighStakes implements Game. In a constant-sum game, it omits positions where perfect play is
// pure.
func (b *solvedGame[S]) HighStakes(count int) (list []*Position, err error) {
	if b.stored == nil || b.solution.Outcomes.Kind == value.Alternating {
		return nil, nil
	}
	layers, err := b.candidates()
	if err != nil {
		return nil, err
	}
	for _, states := range layers {
		for _, s := range states {
			if len(list) == count {
				return list, nil
			}
			p, err := b.position(s)
			if err != nil {
				return nil, err
			}
			if b.solution.Outcomes.Kind == value.General || p.Matrix != nil && !p.Matrix.Pure {
				list = append(list, p)
				break
			}
		}
	}
	return list, nil
}

// candidates returns, for each layer, up to stakeTries states with the highest stakes in the layer.
// Layers with higher stakes come first.
func (b *solvedGame[S]) candidates() ([][]S, error) {
	type layer struct {
		rank   int
		states []S
	}
	ranks := stakeRanks(&b.solution.Outcomes)
	var layers []layer
	for n := range b.solution.Layers {
		var best layer
		for block, err := range b.stored.Blocks(n) {
			if err != nil {
				return nil, err
			}
			for i, v := range block.Values {
				if ranks[v] > best.rank {
					best = layer{rank: ranks[v]}
				}
				if ranks[v] == best.rank && ranks[v] > 0 && len(best.states) < stakeTries {
					best.states = append(best.states, block.States[i])
				}
			}
		}
		layers = append(layers, best)
	}
	slices.SortStableFunc(layers, func(x, y layer) int { return cmp.Compare(y.rank, x.rank) })
	states := make([][]S, len(layers))
	for i, l := range layers {
		states[i] = l.states
	}
	return states, nil
}

// stakeRanks returns the rank of each outcome's stakes, indexed by value.Value. Rank 0 means that
// there are no stakes.
func stakeRanks(outcomes *value.Outcomes) []int {
	stakes := make([]*big.Rat, len(outcomes.List))
	for i, o := range outcomes.List {
		stakes[i] = Stakes(outcomes.Kind, o)
	}
	levels := slices.SortedFunc(slices.Values(stakes), (*big.Rat).Cmp)
	levels = slices.CompactFunc(levels, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
	ranks := make([]int, len(stakes))
	for i, x := range stakes {
		if x.Sign() > 0 {
			at, _ := slices.BinarySearchFunc(levels, x, (*big.Rat).Cmp)
			ranks[i] = at + 1
		}
	}
	return ranks
}

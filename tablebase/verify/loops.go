package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/loops"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// mayLoop reports whether a game's positions can repeat and its values have no remoteness.
func mayLoop[S games.State](t *tablebase.Table[S]) bool {
	_, layered := t.Game.(games.Layered[S])
	return !layered && t.Solution().Outcomes.Kind != value.Alternating
}

// suspect records a finding that is an error only if the value of the state follows from the
// values of its children.
func (v *verification[S]) suspect(index int, finding string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.suspects[index] = finding
}

// proveLoops verifies the states that are on a cycle or lead to one. Findings about all other
// states are errors.
func (v *verification[S]) proveLoops(ctx context.Context) error {
	number := v.open()
	for index, finding := range v.suspects {
		if _, open := number[int32(index)]; open {
			continue
		}
		s, err := v.t.State(0, int64(index))
		if err != nil {
			return err
		}
		v.wrong(s, "%s", finding)
	}
	if len(number) == 0 {
		return nil
	}
	t, outcomes := v.t, v.t.Solution().Outcomes.List
	info := t.Game.Info()
	if info.Stochastic {
		return v.proveChance(ctx, number)
	}
	endless, err := endlessPayoffs(info)
	if err != nil {
		return fmt.Errorf("verify %s: %w", info.Label(), err)
	}
	g := &loops.Game{
		Kind: t.Solution().Outcomes.Kind, Roles: max(2, len(info.Roles)), Endless: endless,
		Known: slices.Clone(outcomes), Positions: make([]loops.Position, len(number)),
	}
	for _, o := range outcomes {
		g.Known = append(g.Known, o.Swapped())
	}
	states, stored := make([]S, len(number)), make([]value.Outcome, len(number))
	w := &verifier[S]{v: v, state: newStateVerifier(t, 0)}
	for index, n := range number {
		var err error
		if states[n], err = v.t.State(0, int64(index)); err != nil {
			return err
		}
	}
	for from := 0; from < len(states); from += job.BlockStates {
		chunk := states[from:min(from+job.BlockStates, len(states))]
		values, _, err := v.t.Values(nil, nil, chunk, make([]int32, len(chunk)))
		if err = errors.Join(err, w.expand(chunk)); err != nil {
			return err
		}
		first := int32(0)
		for i, end := range w.ends {
			stored[from+i] = outcomes[values[i]]
			p := &g.Positions[from+i]
			p.Shape = slices.Clone(w.stages.Shape(i))
			for k := first; k < end; k++ {
				n, open := number[int32(w.lookup.Indexes[k])]
				c := loops.Child{Index: n, Known: !open, Swapped: w.lookup.Swaps[k]}
				if c.Known {
					c.Index = int32(w.lookup.Values[k])
					if c.Swapped {
						c.Index += int32(len(outcomes))
					}
				}
				p.Children = append(p.Children, c)
			}
			first = end
		}
	}
	at, wrong, err := g.Prove(ctx, stored)
	if at >= 0 {
		v.wrong(states[at], "the position can repeat and its value is not proven: %s", wrong)
	}
	return err
}

// open numbers the states that are on a cycle or lead to one. It returns a map from state indexes
// to these numbers.
func (v *verification[S]) open() map[int32]int32 {
	parents, left := make([][]int32, len(v.links)), make([]int, len(v.links))
	var done []int32
	for i, list := range v.links {
		if left[i] = len(list); left[i] == 0 {
			done = append(done, int32(i))
		}
		for _, child := range list {
			parents[child] = append(parents[child], int32(i))
		}
	}
	for k := 0; k < len(done); k++ {
		for _, p := range parents[done[k]] {
			if left[p]--; left[p] == 0 {
				done = append(done, p)
			}
		}
	}
	number := map[int32]int32{}
	for i, n := range left {
		if n > 0 {
			number[int32(i)] = int32(len(number))
		}
	}
	return number
}

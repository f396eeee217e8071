package verify

import (
	"context"
	"errors"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/loops"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// mayLoop says of a table that play may come back to a state and no remoteness tells how
// near the end is: a table without layers of a game that is not alternating.
func mayLoop[S games.State](t *tablebase.Table[S]) bool {
	_, layered := t.Game.(games.Layered[S])
	return !layered && t.Solution().Outcomes.Kind != value.Alternating
}

// doubt notes what is wrong with a state if its value follows from those of its children.
func (v *verification[S]) doubt(index int, finding string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.doubts[index] = finding
}

// proveLoops proves the states whose values do not follow from those of their children one
// after the other, as play can come back to them; all others must have no doubts.
func (v *verification[S]) proveLoops(ctx context.Context) error {
	number := v.open()
	for index, finding := range v.doubts {
		if _, open := number[int32(index)]; open {
			continue
		}
		s, err := v.blocks.State(0, int64(index))
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
	g := &loops.Game{
		Kind: t.Solution().Outcomes.Kind, Roles: len(info.Roles), Endless: value.EndlessPayoffs(info),
		Known: slices.Clone(outcomes), Positions: make([]loops.Position, len(number)),
	}
	for _, o := range outcomes {
		g.Known = append(g.Known, o.Swapped())
	}
	states, stored := make([]S, len(number)), make([]value.Outcome, len(number))
	w := &verifier[S]{v: v, state: newStateVerifier(t, 0)}
	for index, n := range number {
		var err error
		if states[n], err = v.blocks.State(0, int64(index)); err != nil {
			return err
		}
	}
	for from := 0; from < len(states); from += job.BlockStates {
		chunk := states[from:min(from+job.BlockStates, len(states))]
		values, _, err := v.blocks.Values(nil, nil, chunk, make([]int32, len(chunk)))
		if err = errors.Join(err, w.expand(chunk)); err != nil {
			return err
		}
		first := int32(0)
		for i, end := range w.ends {
			stored[from+i] = outcomes[values[i]]
			p := &g.Positions[from+i]
			p.Shape = slices.Clone(w.stages.Shape(i))
			for k := first; k < end; k++ {
				n, open := number[int32(w.indices[k])]
				c := loops.Child{At: n, Known: !open, Swapped: w.swaps[k]}
				if c.Known {
					c.At = int32(w.below[k])
					if c.Swapped {
						c.At += int32(len(outcomes))
					}
				}
				p.Children = append(p.Children, c)
			}
			first = end
		}
	}
	at, wrong, err := g.Prove(ctx, stored)
	if at >= 0 {
		v.wrong(states[at], "play can come back to it, and its value is not proven: %s", wrong)
	}
	return err
}

// open numbers the states whose values do not follow from those of their children one after
// the other, by index.
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

package cyclic

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/loops"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// induct computes the values of a game that is not alternating. It starts with states
// whose children all have values. The values of the remaining states depend on each
// other. If some values cannot be determined, induct returns a *LoopError.
func (c *solver[S]) induct(ctx context.Context) error {
	rules := make([]value.Rule, c.plan.Workers)
	for w := range rules {
		rules[w] = c.outcomes.Rule()
	}
	frontier, err := c.valueTerminals(rules[0])
	if err != nil {
		return err
	}
	c.prog.Enter(job.Solving, 0, int64(len(c.states)))
	c.prog.States.Store(int64(len(c.states)))
	for len(frontier) > 0 {
		if frontier, err = c.inductRound(ctx, frontier, rules); err != nil {
			return err
		}
		if b, ok := c.outcomes.(value.Bounder); ok && b.Full() {
			c.renumber()
		}
	}
	if c.game.Info().Stochastic {
		err = c.valueComponents(ctx, rules[0])
	} else {
		err = c.valueLoops(ctx)
	}
	if err != nil {
		return err
	}
	c.startValue() // may add an outcome
	c.renumber()
	return nil
}

// renumber makes the numbers of all outcomes final.
func (c *solver[S]) renumber() {
	if renamed := c.outcomes.Renumber(); renamed != nil {
		for i, v := range c.values {
			if c.left[i] == 0 {
				c.values[i] = renamed[v]
			}
		}
	}
}

// combine computes the value of a state.
func (c *solver[S]) combine(rule value.Rule, at uint32, childValues []value.Value) (value.Value, error) {
	if c.choosers[at] == games.Chance {
		return rule.Average(c.odds(at), childValues)
	}
	return rule.Combine(c.shape(at), childValues)
}

func (c *solver[S]) terminalStates() (terminal []S, at []uint32) {
	for i, left := range c.left {
		if left>>1 == 0 {
			terminal, at = append(terminal, c.states[i]), append(at, uint32(i))
		}
	}
	return terminal, at
}

func (c *solver[S]) valueTerminals(rule value.Rule) ([]uint32, error) {
	terminal, at := c.terminalStates()
	info := c.game.Info()
	for i, p := range c.game.Payoffs(nil, terminal) {
		if sum := int(p[0]) + int(p[1]); c.kind == value.Simultaneous && sum != info.Total {
			return nil, fmt.Errorf("%s: payoffs add up to %v, expected %v", info.Name, info.Points(sum), info.Points(info.Total))
		}
		c.values[at[i]] = rule.Terminal(p)
	}
	return at, nil
}

// inductRound computes the value of each parent of a state in frontier once all
// children of the parent have values. It returns the parents whose values it has
// computed.
func (c *solver[S]) inductRound(ctx context.Context, frontier []uint32, rules []value.Rule) ([]uint32, error) {
	next, childValues := make([][]uint32, len(rules)), make([][]value.Value, len(rules))
	err := parallel.For(ctx, len(rules), len(frontier), frontierGrain, func(w, from, to int) error {
		for _, f := range frontier[from:to] {
			for _, p := range c.parentsOf(f) {
				at := p >> 1
				if atomic.AddUint32(&c.left[at], ^uint32(1)) == 0 {
					next[w] = append(next[w], at)
				}
			}
		}
		c.prog.Done.Add(int64(to - from))
		return nil
	})
	if err != nil {
		return nil, err
	}
	list := slices.Concat(next...)
	err = parallel.For(ctx, len(rules), len(list), frontierGrain, func(w, from, to int) error {
		for _, at := range list[from:to] {
			if err := ctx.Err(); err != nil { // a state can take a second; see value.LengthError
				return err
			}
			childValues[w] = c.valuesOf(childValues[w][:0], c.children(at))
			var err error
			if c.values[at], err = c.combine(rules[w], at, childValues[w]); err != nil {
				return err
			}
		}
		return nil
	})
	return list, err
}

// loopBytes returns the memory in bytes required for each state whose value depends
// on itself.
func loopBytes(roles int) int64 { return int64(1000 + 500*roles) }

// valueLoops computes the values of the states whose values depend on each other.
func (c *solver[S]) valueLoops(ctx context.Context) error {
	var undecided []uint32
	index := map[uint32]int32{}
	for i, left := range c.left {
		if left != 0 {
			index[uint32(i)] = int32(len(undecided))
			undecided = append(undecided, uint32(i))
		}
	}
	if len(undecided) == 0 {
		return nil
	}
	info := c.game.Info()
	if err := c.checkMemory(int64(len(c.parents)), int64(len(undecided))*loopBytes(len(info.Roles))); err != nil {
		return err
	}
	endless, err := value.EndlessPayoffs(info)
	if err != nil {
		return err
	}
	if err := c.checkFair(int(endless[0])); err != nil {
		return err
	}
	g := &loops.Game{Kind: c.kind, Roles: max(2, len(info.Roles)), Endless: endless, Positions: make([]loops.Position, len(undecided))}
	known := map[value.Value]int32{}
	for i, at := range undecided {
		p := &g.Positions[i]
		p.Shape = c.shape(at)
		for _, l := range c.children(at) {
			child := loops.Child{Swapped: l&1 != 0}
			if child.Index, child.Known = index[l>>1], c.left[l>>1] == 0; child.Known {
				v := c.valuesOf(nil, []uint32{l})[0]
				n, met := known[v]
				if !met {
					n = int32(len(known))
					known[v] = n
				}
				child.Index = n
			}
			p.Children = append(p.Children, child)
		}
	}
	list := c.outcomes.Outcomes().List
	g.Known = make([]value.Outcome, len(known))
	for v, n := range known {
		g.Known[n] = list[v]
	}
	outcomes, err := g.Solve(ctx)
	if bounds, ok := errors.AsType[*loops.BoundsError](err); ok {
		return c.loopError(undecided, bounds)
	}
	if err != nil {
		return err
	}
	for i, at := range undecided {
		c.values[at], c.left[at] = c.outcomes.Number(&outcomes[i]), 0
	}
	return nil
}

// checkFair returns an error if a symmetry exchanges the roles but endless play pays
// them differently. The argument endless is role 0's payoff for endless play.
func (c *solver[S]) checkFair(endless int) error {
	info := c.game.Info()
	if c.swapped && 2*endless != info.Total {
		return fmt.Errorf("%s: a symmetry exchanges the roles, but endless play pays them differently, %v and %v", info.Name, info.Points(endless), info.Points(info.Total-endless))
	}
	return nil
}

// LoopError is returned if values cannot be determined because positions can
// repeat.
type LoopError struct {
	Label     string   // name of the game; see games.Info.Label
	States    int64    // total number of positions
	Open      int64    // number of positions whose value depends on itself
	Loop      []string // positions that form a loop; the first is repeated at the end
	Role, At  string   // role and position to which the bounds apply
	Low, High *big.Rat // bounds on the value that Role can secure at At
	Limit     *big.Rat // value if it can be approached but not attained; see loops.BoundsError
	Others    bool     // see loops.BoundsError
}

func (e *LoopError) Error() string {
	text := fmt.Sprintf("%s: the values of %s of %s positions depend on repetition, as in %s; ",
		e.Label, job.Count(e.Open), job.Count(e.States), strings.Join(e.Loop, " -> "))
	switch {
	case e.Limit == nil:
		low, _ := e.Low.Float64()
		high, _ := e.High.Float64()
		return text + fmt.Sprintf("%s secures between %.6g and %.6g at %s; no value in between is proven", e.Role, low, high, e.At)
	case e.Others:
		return text + fmt.Sprintf("the other roles can hold %s to any value above %s at %s, but not to the value itself", e.Role, e.Limit.RatString(), e.At)
	}
	return text + fmt.Sprintf("%s can secure any value below %s at %s, but not the value itself", e.Role, e.Limit.RatString(), e.At)
}

// maxLoopShown is the maximum number of positions in LoopError.Loop.
const maxLoopShown = 4

// loop returns positions without values that form a loop to which a state leads.
func (c *solver[S]) loop(at uint32) (list []string) {
	seen := map[uint32]int{}
	var path []uint32
	for {
		if first, met := seen[at]; met {
			path = path[first:]
			break
		}
		seen[at] = len(path)
		path = append(path, at)
		for _, l := range c.children(at) {
			if c.left[l>>1] != 0 {
				at = l >> 1
				break
			}
		}
	}
	notation := games.NotationOf(c.game)
	for _, at := range path[:min(len(path), maxLoopShown)] {
		list = append(list, notation.FormatState(c.states[at]))
	}
	if len(path) > maxLoopShown {
		list = append(list, fmt.Sprintf("(%d more)", len(path)-maxLoopShown))
	}
	return append(list, list[0])
}

func (c *solver[S]) loopError(undecided []uint32, bounds *loops.BoundsError) error {
	info, notation := c.game.Info(), games.NotationOf(c.game)
	return &LoopError{
		Label: info.Label(), States: int64(len(c.states)), Open: int64(len(undecided)),
		Role: info.Roles[bounds.Role], At: notation.FormatState(c.states[undecided[bounds.Position]]), Low: info.ExactPoints(bounds.Low), High: info.ExactPoints(bounds.High),
		Limit: info.ExactPoints(bounds.Limit), Others: bounds.Others, Loop: c.loop(undecided[bounds.Position]),
	}
}

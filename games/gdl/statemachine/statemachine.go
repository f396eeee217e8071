// Package statemachine compiles rule sheets to Boolean networks and plays them.
//
// Compile returns the Machine of a sheet without fatal problems. A Play follows
// one line of play from state to state, for any number of roles; fluents and
// moves are indexes into the lists of the machine. Logic is the network, for
// proofs and for evaluating many states at a time. Several plays can share a
// machine, except while its network grows.
//
// Start reading in statemachine.go.
package statemachine

import (
	"context"
	"fmt"
	"time"

	"zermelo/games"
	"zermelo/games/gdl/ground"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
)

// Machine is a compiled sheet.
type Machine struct {
	// Name is the name of the sheet.
	Name string
	// Roles are the sanitized names of the players in sheet order; see
	// games.Clean.
	Roles []string
	// Fluents are the possible facts of a state, as in "(cell 1 1 b)", in
	// natural order. They include constant fluents.
	Fluents []string
	// Moves are the possible moves of each role in natural order.
	Moves [][]string
	// Initial holds the numbers of the fluents that are true in the first
	// state.
	Initial []int32
	// Rules is the number of ground rules.
	Rules int
	// Steps is the average cost of a ply of a Play; see network.Tracker.
	Steps int
	// Elapsed is the duration of grounding and compiling.
	Elapsed time.Duration

	Sheet  *sheet.Sheet // what it was made from
	limits work.Limits
	// Work counts steps between a call of Measure and its end, and is nil
	// otherwise.
	Work *work.Meter
	// Ground holds the ground rules, and Vocabulary their roles, fluents and
	// moves.
	Ground     *ground.Rules
	Vocabulary ground.Vocabulary
	// Logic computes next state, legal moves, goals and end.
	Logic    *Logic
	watching *watching
	first    *Play // at the first state; it stays there
}

// Compile grounds and compiles a sheet without fatal problems. The error is a
// sheet.InvalidError, a work.LimitError or that of ctx.
func Compile(ctx context.Context, sheet *sheet.Sheet, limits work.Limits) (_ *Machine, err error) {
	defer work.Catch(&err)
	w := work.NewMeter(ctx, sheet.Name, limits)
	w.Check()
	g := ground.New(sheet, w)
	v := g.Vocabulary(w)
	net := network.New()
	net.Meter = w.Spend
	w.Begin("building the network", func() string {
		if net.Nodes() > maxNodes {
			return fmt.Sprintf("a network of more than %d nodes", maxNodes)
		}
		return w.MemoryExcess(net.Bytes())
	}, nil)
	m := &Machine{
		Name: sheet.Name, Fluents: v.FluentNames, Moves: v.MoveNames, Rules: len(g.Heads),
		Sheet: sheet, limits: limits, Ground: g, Vocabulary: v, Logic: build(g, sheet, &v, net, w).fold(v.Initial),
	}
	for _, r := range v.Roles {
		m.Roles = append(m.Roles, games.Echo(g.Terms.Text(r)))
	}
	for i := range m.Fluents {
		if v.Initial[i] {
			m.Initial = append(m.Initial, int32(i))
		}
	}
	m.watching = m.Logic.watch()
	w.Check()
	m.Work = w
	unordered := m.begin(false)
	m.Steps = m.begin(true)
	if 2*m.Steps > unordered {
		m.Steps = m.begin(false)
	}
	m.Steps /= sampled
	m.Work = nil
	m.Logic.Meter = nil
	m.Elapsed = w.Elapsed()
	return m, nil
}

// begin prepares ordered or unordered plays; see network.Tracking. It returns
// the cost of some plies.
func (m *Machine) begin(ordered bool) (steps int) {
	m.watching.Ordered = ordered
	m.first = m.emptyPlay()
	m.first.SetState(m.Initial)
	m.RandomPlay(sampled, func(p *Play, _ bool) { steps = p.tracker.Steps })
	return steps
}

// sampled is the number of plies for which steps are counted.
const sampled = 100

// Nodes returns the size of the network of a state, in inputs and gates.
func (m *Machine) Nodes() int { return m.Logic.Size(m.Logic.outputLits()) }

// Gates returns the approximate number of two-input gates of all outputs.
func (m *Machine) Gates() int {
	gates := 0
	for _, v := range m.Logic.Cone(m.Logic.outputLits()) {
		gates += max(0, len(m.Logic.Fanins(v))-1)
	}
	return gates
}

// Measure counts the work with the machine from now on, until the returned
// function is called. The limits are those of Compile.
func (m *Machine) Measure(ctx context.Context) (end func()) {
	m.Work = work.NewMeter(ctx, m.Name, m.limits)
	m.Work.Begin("proving facts about the rules", func() string { return m.Work.MemoryExcess(m.Logic.Bytes()) }, nil)
	m.Logic.Meter = m.Work.Spend
	return func() { m.Work, m.Logic.Meter = nil, nil }
}

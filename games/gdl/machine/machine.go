// Package machine compiles rule sheets to Boolean networks and plays them.
//
// Compile makes a Machine of a sheet without fatal problems. A Play follows one line
// of play from state to state, for any number of roles; fluents and moves are numbers
// in the machine's lists. Logic is the network, for those that prove things of it or
// evaluate many states at once. A machine can be shared by several plays, but not
// while something is added to its network.
package machine

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

// Machine is a sheet compiled: a game that can be played from state to state,
// by any number of roles.
type Machine struct {
	// Name is the sheet's.
	Name string
	// Roles are the players in the order of the sheet, clean; see games.Clean.
	Roles []string
	// Fluents are what can be true in a state, as in "(cell 1 1 b)", in natural
	// order. What is the same in all states is among them.
	Fluents []string
	// Moves are what each role can do in some state, in natural order.
	Moves [][]string
	// Initial are the numbers of the fluents that are true in the first state.
	Initial []int32
	// Rules is the number of ground rules.
	Rules int
	// Steps is how much a Play does in a ply, on average over some; see network.Tracker.
	Steps int
	// Elapsed is how long grounding and compiling took.
	Elapsed time.Duration

	Sheet  *sheet.Sheet // what it was made from
	limits work.Limits
	// Work counts what is done between Measure and its end; else it is nil.
	Work *work.Meter
	// Ground are the rules without variables, Vocabulary is what they speak of.
	Ground     *ground.Rules
	Vocabulary ground.Vocabulary
	// Logic is what follows from a state and the moves, as a network.
	Logic    *Logic
	watching *watching
	first    *Play // at the first state; it stays there
}

// Compile grounds and compiles a sheet, which must be free of fatal problems. The
// error is an InvalidError, a LimitError or, if ctx ends before, its error.
func Compile(ctx context.Context, sheet *sheet.Sheet, limits work.Limits) (_ *Machine, err error) {
	defer work.Catch(&err)
	w := work.NewMeter(ctx, sheet.Name, limits)
	w.Look()
	g := ground.New(sheet, w)
	v := g.Vocabulary(w)
	net := network.New()
	net.Meter = w.Spend
	w.Begin("when made a network", func() string {
		if net.Nodes() > maxNodes {
			return fmt.Sprintf("a network of more than %d nodes", maxNodes)
		}
		return w.TooMuch(net.Bytes())
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
	w.Look()
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

// begin prepares plays that are ordered or not; see network.Tracking. It returns how much is done
// in some plies.
func (m *Machine) begin(ordered bool) (steps int) {
	m.watching.Ordered = ordered
	m.first = m.emptyPlay()
	m.first.SetState(m.Initial)
	m.RandomPlay(sampled, func(p *Play, _ bool) { steps = p.tracker.Steps })
	return steps
}

// sampled is in how many plies steps are counted.
const sampled = 100

// Nodes is the size of the network that evaluates a state: its inputs and gates
// with two inputs each.
func (m *Machine) Nodes() int { return m.Logic.Size(m.Logic.outputLits()) }

// Gates is roughly how many gates of two inputs all that follows from a state and the moves takes.
func (m *Machine) Gates() int {
	gates := 0
	for _, v := range m.Logic.Cone(m.Logic.outputLits()) {
		gates += max(0, len(m.Logic.Fanins(v))-1)
	}
	return gates
}

// Measure counts what is done with the machine from now on, until the function
// that it returns is called. There are the limits with which it was compiled.
func (m *Machine) Measure(ctx context.Context) (end func()) {
	m.Work = work.NewMeter(ctx, m.Name, m.limits)
	m.Work.Begin("when looked through for proofs", func() string { return m.Work.TooMuch(m.Logic.Bytes()) }, nil)
	m.Logic.Meter = m.Work.Spend
	return func() { m.Work, m.Logic.Meter = nil, nil }
}

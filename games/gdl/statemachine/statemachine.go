// Package statemachine compiles rule sheets to Boolean networks and plays them.
//
// Compile returns the Machine of a sheet without fatal problems. A Play advances
// from state to state, for any number of roles. Fluents and moves are represented by
// their indexes in the lists of the machine. Several plays can use a machine
// concurrently, but not while its network grows.
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

// Machine is a compiled rule sheet.
type Machine struct {
	Name    string        // of the sheet
	Roles   []string      // the players in the order of the sheet, sanitized by games.Echo
	Fluents []string      // facts that a state may contain, as in "(cell 1 1 b)", in natural order
	Moves   [][]string    // possible moves of each role, in natural order; the role random, if any, comes last
	Initial []int32       // fluents that are true in the initial state
	Rules   int           // number of ground rules
	Steps   int           // average cost of a ply in a Play; see network.Tracker.Steps
	Elapsed time.Duration // time taken to ground and compile the sheet

	Sheet  *sheet.Sheet
	limits work.Limits
	// Work counts steps between a call of Measure and a call of the function that it
	// returns. It is nil otherwise.
	Work       *work.Meter
	Ground     *ground.Rules
	Vocabulary ground.Vocabulary
	Logic      *Logic
	watching   *watching
	first      *Play // remains in the initial state
}

// Compile grounds and compiles a sheet that has no fatal problems. The error is a
// *sheet.InvalidError, a *work.LimitError or the context's error.
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
	for _, r := range v.Roles[:v.Players] {
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

// Random reports whether the sheet has the role random, which draws each of its legal
// moves with the same probability. It is not among Roles.
func (m *Machine) Random() bool { return len(m.Moves) > len(m.Roles) }

// RoleName returns the name of a role, which may be random.
func (m *Machine) RoleName(role int) string {
	if role == len(m.Roles) {
		return "random"
	}
	return m.Roles[role]
}

// begin prepares ordered or unordered plays; see network.Tracking. It returns the
// number of steps taken by a sample of plies.
func (m *Machine) begin(ordered bool) (steps int) {
	m.watching.Ordered = ordered
	m.first = m.emptyPlay()
	m.first.SetState(m.Initial)
	m.RandomPlay(sampled, func(p *Play, _ bool) { steps = p.tracker.Steps })
	return steps
}

// sampled is the number of states visited to measure the cost of a ply.
const sampled = 100

// Nodes returns the number of conjunctions on which the outputs depend.
func (m *Machine) Nodes() int { return m.Logic.Size(m.Logic.outputLits()) }

// Gates returns the approximate number of two-input gates needed to compute the
// outputs.
func (m *Machine) Gates() int {
	gates := 0
	for _, v := range m.Logic.Cone(m.Logic.outputLits()) {
		gates += max(0, len(m.Logic.Fanins(v))-1)
	}
	return gates
}

// Measure starts counting the work done on the machine, subject to the limits passed
// to Compile. The returned function ends the measurement.
func (m *Machine) Measure(ctx context.Context) (end func()) {
	m.Work = work.NewMeter(ctx, m.Name, m.limits)
	m.Work.Begin("proving facts about the rules", func() string { return m.Work.MemoryExcess(m.Logic.Bytes()) }, nil)
	m.Logic.Meter = m.Work.Spend
	return func() { m.Work, m.Logic.Meter = nil, nil }
}

package gdl

import (
	"context"
	"fmt"
	"time"

	"zermelo/games"
	"zermelo/games/gdl/network"
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
	// Elapsed is how long grounding and compiling took.
	Elapsed time.Duration

	sheet      *Sheet
	limits     Limits
	work       *meter // of Open, while that runs
	terms      *termTable
	rules      *grounding
	vocabulary vocabulary
	logic      *logic
	watching   *watching
	first      *Play // at the first state; it stays there
}

// Compile grounds and compiles a sheet, which must be free of fatal problems. The
// error is a SheetError, a LimitError or, if ctx ends before, its error.
func Compile(ctx context.Context, sheet *Sheet, limits Limits) (*Machine, error) {
	w := newMeter(ctx, sheet.Name, limits)
	if err := w.look(); err != nil {
		return nil, err
	}
	g, err := ground(sheet, w)
	if err != nil {
		return nil, err
	}
	v, err := g.vocabulary(w)
	if err != nil {
		return nil, err
	}
	net := network.New()
	net.Meter(w.spend)
	w.begin("when made a network", func() string {
		if net.Nodes() > maxNodes {
			return fmt.Sprintf("a network of more than %d nodes", maxNodes)
		}
		return w.tooMuch(net.Bytes())
	}, nil)
	fluents := make([]network.Lit, len(v.fluents))
	for i := range fluents {
		fluents[i] = net.Input()
	}
	l, err := g.build(sheet, &v, net, fluents, w)
	if err != nil {
		return nil, err
	}
	m := &Machine{Name: sheet.Name, Rules: len(g.heads), sheet: sheet, limits: limits, terms: g.terms, rules: g, vocabulary: v, logic: l.fold(v.initial)}
	for _, r := range v.roles {
		m.Roles = append(m.Roles, games.Echo(g.terms.text(r)))
	}
	m.Fluents, m.Moves = v.fluentNames, v.moveNames
	for i := range m.Fluents {
		if v.initial[i] {
			m.Initial = append(m.Initial, int32(i))
		}
	}
	m.watching = m.logic.watch()
	if err := w.look(); err != nil {
		return nil, err
	}
	m.first = m.emptyPlay()
	m.first.SetState(m.Initial)
	m.logic.Meter(nil)
	m.Elapsed = time.Since(w.started)
	return m, nil
}

// CheckPerfect makes an InputError of a game with chance moves or hidden
// information, which cannot be solved.
func (m *Machine) CheckPerfect() error { return m.sheet.CheckPerfect() }

// outputs lists the literals of a logic in the order in which evaluators number
// them: the next state, the legal moves of each role, the goals of each role,
// terminal.
type outputs struct {
	lits     []network.Lit
	legal    []int // where each role's moves begin
	goals    []int // where each role's goals begin
	terminal int
}

func (l *logic) outputs() outputs {
	o := outputs{lits: append([]network.Lit(nil), l.next...)}
	for _, legal := range l.legal {
		o.legal = append(o.legal, len(o.lits))
		o.lits = append(o.lits, legal...)
	}
	for _, goals := range l.goals {
		o.goals = append(o.goals, len(o.lits))
		for _, g := range goals {
			o.lits = append(o.lits, g.holds)
		}
	}
	o.terminal = len(o.lits)
	o.lits = append(o.lits, l.terminal)
	return o
}

package gdl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"zermelo/games"
	"zermelo/games/gdl/batch"
	"zermelo/games/gdl/draw"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/pack"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/rulesymmetry"
	"zermelo/games/gdl/statemachine"
)

// common holds the parts of a game that do not depend on the type of its states.
type common struct {
	*statemachine.Machine
	codec   pack.Codec
	facts   prove.Facts
	live    []bool         // by fluent: whether it influences moves, goals or the end
	layers  *pack.Layering // nil if unproven
	info    *games.Info
	caveats []Caveat
	words   *Notation
	painter *draw.Painter

	alive context.Context // done when the game has failed; see games.Failing
	fail  context.CancelCauseFunc
}

func (g *common) init() {
	g.words, g.painter = NewNotation(g.Machine), draw.NewPainter(g.Machine, g.codec.Constants())
	g.alive, g.fail = context.WithCancelCause(context.Background())
}

func (g *common) describe(k kind, layered bool) {
	i := &k.Info
	i.Name, i.Title, i.Roles = g.Name, g.Name, g.Roles
	if layered {
		i.LayerName = "step"
	}
	i.Rules = append(i.Rules, fmt.Sprintf("The rules are defined by the rule sheet %s in the Game Description Language: %d fluents. %s", g.Name, len(g.Fluents), k.turns()))
	for _, d := range k.caveats {
		i.Rules = append(i.Rules, d.Text)
	}
	i.Uninfluential = g.codec.Packing().Dead
	if i.Uninfluential > 0 {
		i.Rules = append(i.Rules, "Fluents that never influence legal moves, goals or the end are not part of a position.")
	}
	g.info, g.caveats = i, k.caveats
}

// anySum drops the assumption of a constant sum. The caveat about the sum must be
// the last caveat.
func (g *common) anySum() {
	text := g.caveats[len(g.caveats)-1].Text
	g.caveats = g.caveats[:len(g.caveats)-1]
	g.info.Rules = slices.DeleteFunc(g.info.Rules, func(rule string) bool { return rule == text })
	g.info.GeneralSum, g.info.SumUnproven, g.info.Total = true, false, 0
}

func (g *common) Info() *games.Info { return g.info }

// Caveats implements Described.
func (g *common) Caveats() []Caveat { return g.caveats }

// Packing implements Described.
func (g *common) Packing() pack.Packing { return g.codec.Packing() }

// RolesExchangeable implements games.RoleExchanger.
func (g *common) RolesExchangeable() bool {
	return rulesymmetry.RolesExchangeable(g.Machine, g.facts.Constant, g.live)
}

// Alive implements games.Failing.
func (g *common) Alive() context.Context { return g.alive }

func (g *common) draws() *draw.Painter { return g.painter }

// waitMove is the customary name of the move that does nothing.
const waitMove = "noop"

// waits reports whether a role's move does nothing. The move must be the role's only
// legal move.
func (g *common) waits(role int, move int32) bool {
	if idle := g.Logic.Idle; idle != nil {
		return move == int32(idle[role])
	}
	return g.Machine.Moves[role][move] == waitMove
}

// evaluated implements games.Game and the optional interfaces for packed states.
type evaluated[S batch.State] struct {
	*common
	batches *batch.Evaluator[S]
	mover   func(words []uint64) int8 // nil if no fluent determines the role to move

	mutex  sync.Mutex // guards bounds
	bounds map[int]goalBounds[S]
}

func newEvaluated[S batch.State](c *common) (*evaluated[S], S, error) {
	g := &evaluated[S]{common: c, batches: batch.New[S](c.codec.Pack(c.Logic)), bounds: map[int]goalBounds[S]{}}
	start, err := g.encode(c.Initial)
	if err != nil {
		err = fmt.Errorf("%s: encode the first position: %w", c.Name, err)
	}
	return g, start, err
}

// setMover makes Movers read the role to move from the fluent of t, unless t is nil.
func (g *evaluated[S]) setMover(t *prove.Turn) {
	if t == nil {
		return
	}
	holds := g.codec.Holds(t.Fluent)
	g.mover = func(words []uint64) int8 {
		if holds(words) {
			return int8(t.Role)
		}
		return int8(1 - t.Role)
	}
}

// encode packs the state where exactly the given fluents are true.
func (g *evaluated[S]) encode(fluents []int32) (S, error) {
	var s [1]S
	err := g.codec.Encode(batch.Words(s[:]), g.codec.Relevant(fluents))
	return s[0], err
}

// Expand appends the children of each state in src, ordered by the names of the
// moves. After a failure, it appends no children.
func (g *evaluated[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	if g.alive.Err() != nil {
		return dst, append(ends, slices.Repeat([]int32{int32(len(dst))}, len(src))...)
	}
	return g.batches.Expand(dst, ends, src)
}

// CountMoves implements games.MoveCounter.
func (g *evaluated[S]) CountMoves(dst []int32, src []S) []int32 {
	return g.batches.CountMoves(dst, src)
}

// Movers appends the role to move in each state in src. If no fluent determines that
// role, it is the role with several moves. If there is none, it is a role whose only
// move is not a wait.
func (g *evaluated[S]) Movers(dst []int8, src []S) []int8 {
	if g.mover == nil {
		dst, _ = g.stages(dst, nil, src)
		return dst
	}
	words := len(batch.Words(make([]S, 1)))
	all := batch.Words(src)
	for i := range src {
		dst = append(dst, g.mover(all[i*words:(i+1)*words]))
	}
	return dst
}

// Rows implements games.Simultaneous.
func (g *evaluated[S]) Rows(dst []int32, src []S) []int32 {
	_, dst = g.stages(nil, dst, src)
	return dst
}

// MoversAndRows implements games.MoversAndRows.
func (g *evaluated[S]) MoversAndRows(movers []int8, rows []int32, src []S) ([]int8, []int32) {
	if g.mover == nil {
		return g.stages(movers, rows, src)
	}
	return g.Movers(movers, src), append(rows, make([]int32, len(src))...)
}

func (g *evaluated[S]) stages(movers []int8, rows []int32, src []S) ([]int8, []int32) {
	from := len(movers)
	movers, rows = g.batches.Stages(movers, rows, src, g.waits, g.info.Simultaneous)
	for i, mover := range movers[from:] {
		if mover == batch.Mixed {
			g.fail(g.mixedError(src[i]))
			movers[from+i] = games.Chance
		}
	}
	return movers, rows
}

var errMixed = errors.New("random and a player both have a choice")

// mixedError returns an error that wraps errMixed for a state in which random and a player both have a
// choice.
func (g *evaluated[S]) mixedError(s S) error {
	return games.BadInputFrom(errMixed, "%s: %v in the position %s; give the player noop as the only move there, and random a separate step", g.Name, errMixed, g.FormatState(s))
}

// Payoffs appends the payoffs of each state in src. Only a role's highest goal
// counts, and a missing goal counts as 0. In a single-role game, the second payoff
// makes the sum constant.
func (g *evaluated[S]) Payoffs(dst []games.Payoff, src []S) []games.Payoff {
	from := len(dst)
	known := make([][games.MaxRoles]bool, len(src))
	dst = append(dst, make([]games.Payoff, len(src))...)
	g.batches.Payoffs(src, func(i, role, value int) {
		p := &dst[from+i][role]
		if !known[i][role] || int16(value) > *p {
			*p, known[i][role] = int16(value), true
		}
	})
	for i := range src {
		if p := &dst[from+i]; len(g.Roles) == 1 {
			p[1] = int16(g.info.Total/g.info.UnitsPerPoint()) - p[0]
		} else {
			g.checkSum(src[i], *p)
		}
		dst[from+i] = g.info.Units(dst[from+i])
	}
	return dst
}

// checkSum fails the game if the payoffs, in points, do not have the assumed sum.
func (g *evaluated[S]) checkSum(s S, p games.Payoff) {
	total := g.info.Total / g.info.UnitsPerPoint()
	if g.info.SumUnproven && int(p[0])+int(p[1]) != total && g.alive.Err() == nil {
		g.fail(&SumError{AnySum(g.info.Spec()), g.FormatState(s), p, total})
	}
}

// FormatState formats a state as described in Notation, but omits the fluents that
// are true in every state.
func (g *evaluated[S]) FormatState(s S) string {
	return g.words.Format(g.codec.Varying(batch.Words([]S{s})))
}

// ParseState parses the output of FormatState, with the fluents in any order.
func (g *evaluated[S]) ParseState(text string) (S, error) {
	fluents, err := g.words.Parse(text)
	if err != nil {
		var none S
		return none, err
	}
	return g.encode(fluents)
}

// Moves returns the names of the legal moves of each role to move. If more than two
// roles move simultaneously, roles that can only wait are omitted.
func (g *evaluated[S]) Moves(s S) [games.MaxRoles][]string {
	var names [games.MaxRoles][]string
	mover := g.Movers(nil, []S{s})[0]
	for r, legal := range g.batches.Moves(s) {
		if mover == games.Chance && r == len(g.Roles) {
			for _, move := range legal {
				names[0] = append(names[0], g.words.Move(r, move))
			}
		}
		if mover != games.Both && mover != int8(r) || r >= len(g.Roles) {
			continue
		}
		if len(g.Roles) > 2 && mover == games.Both && len(legal) == 1 && g.waits(r, legal[0]) {
			continue
		}
		for _, move := range legal {
			names[r] = append(names[r], g.words.Move(r, move))
		}
	}
	return names
}

// Draw implements games.Drawer.
func (g *evaluated[S]) Draw(s S) games.Drawing {
	return g.painter.Draw(g.codec.Decode(batch.Words([]S{s})))
}

// provenLayers appends the layer of each state in src. The field g.layers must not
// be nil.
func (g *evaluated[S]) provenLayers(dst []int32, src []S) []int32 {
	words := len(batch.Words(make([]S, 1)))
	all := batch.Words(src)
	for i := range src {
		dst = append(dst, g.layers.Layer(all[i*words:(i+1)*words]))
	}
	return dst
}

// goalBounds holds lower bounds on the distance to a terminal state with a given
// goal.
type goalBounds[S batch.State] struct {
	*batch.Distances[S]
	layer int32 // lower bound on the layer of the terminal state
}

// boundsOf returns the bounds for a goal of a single-role game, and caches them.
func (g *evaluated[S]) boundsOf(goal int) goalBounds[S] {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	b, ok := g.bounds[goal]
	if !ok {
		end := endWith(g.Logic, goal)
		b.Distances = batch.NewDistances[S](g.Logic, g.codec.Pack(g.Logic), end)
		if g.layers != nil {
			b.layer = g.layers.LowerBound(end)
		}
		g.bounds[goal] = b
	}
	return b
}

// endWith returns a literal that holds if a single-role play has ended with the
// given goal. A play ends in a terminal state or when there is no legal move. The
// highest of several goals counts, and a missing goal counts as 0.
func endWith(l *statemachine.Logic, goal int) network.Lit {
	var equal, greater, less, stuck []network.Lit
	for _, g := range l.Goals[0] {
		switch {
		case g.Value == goal:
			equal = append(equal, g.Holds)
		case g.Value > goal:
			greater = append(greater, g.Holds)
		default:
			less = append(less, g.Holds)
		}
	}
	if goal == 0 {
		equal = append(equal, l.Or(less...).Not())
	}
	holds := l.And(l.Or(equal...), l.Or(greater...).Not())
	for _, legal := range l.Legal[0] {
		stuck = append(stuck, legal.Not())
	}
	return l.And(holds, l.Or(l.Terminal, l.And(stuck...)))
}

// Distances implements games.DistanceEstimator.
func (g *evaluated[S]) Distances(dst []games.Distance, src []S, payoff int) []games.Distance {
	b, from := g.boundsOf(payoff/g.info.UnitsPerPoint()), len(dst)
	dst = b.Append(dst, src)
	if g.layers == nil {
		return dst
	}
	span := int32(g.layers.Span())
	for i, layer := range g.provenLayers(nil, src) {
		if d := &dst[from+i]; d.LowerBound >= 0 {
			d.LowerBound = max(d.LowerBound, (b.layer-layer+span-1)/span)
		}
	}
	return dst
}

package games

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Check tests whether g satisfies the contract of each interface that it implements.
// It tests up to limit states from random plays. It returns the violations joined by
// errors.Join.
func Check[S State](g Game[S], limit int) error {
	c := newChecker(g)
	c.checkInfo()
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[S]bool{}
	var batch []S
	for play := 0; play < limit && len(seen) < limit && len(c.errs) < maxErrors; play++ {
		// If positions can repeat, a play might never end.
		for s, plies := g.Start(), 0; c.layered != nil || plies < longestPlay; plies++ {
			children, _ := g.Expand(nil, nil, []S{s})
			if !seen[s] {
				seen[s] = true
				batch = append(batch, s)
				c.checkState(s, children)
			}
			if len(children) == 0 {
				break
			}
			s = children[rng.IntN(len(children))]
		}
	}
	c.checkBatch(batch)
	if tiered, ok := any(g).(Tiered[S]); ok {
		c.checkTiers(tiered, batch, rng)
	}
	return errors.Join(c.errs...)
}

// maxErrors is the maximum number of reported violations.
const maxErrors = 20

// longestPlay limits the plies of a play if positions can repeat.
const longestPlay = 300

type checker[S State] struct {
	game      Game[S]
	info      *Info
	layered   Layered[S]
	canonizer Canonizer[S]
	notation  Notation[S]
	errs      []error
}

func newChecker[S State](g Game[S]) *checker[S] {
	c := &checker[S]{game: g, info: g.Info(), canonizer: CanonizerOf(g), notation: NotationOf(g)}
	c.layered, _ = any(g).(Layered[S])
	return c
}

func (c *checker[S]) fail(s S, format string, args ...any) {
	if len(c.errs) < maxErrors {
		c.errs = append(c.errs, fmt.Errorf("%s, state %s: %s", c.info.Name, c.notation.FormatState(s), fmt.Sprintf(format, args...)))
	}
}

func (c *checker[S]) checkInfo() {
	start := c.game.Start()
	if c.game.Info() != c.info {
		c.fail(start, "Info returns a different pointer on each call")
	}
	if len(c.info.Roles) == 0 || len(c.info.Roles) > MaxRoles {
		c.fail(start, "the game has %d roles, expected 1 to %d", len(c.info.Roles), MaxRoles)
	}
	if len(c.info.Roles) > 2 && !c.info.GeneralSum {
		c.fail(start, "the game has %d roles, but a constant-sum game has at most 2", len(c.info.Roles))
	}
	if err := CheckEndless(c.game); err != nil {
		c.errs = append(c.errs, err)
	}
	if _, ok := any(c.game).(Simultaneous[S]); c.info.Simultaneous && !ok {
		c.fail(start, "Info.Simultaneous is true, but the game has no Rows method")
	}
	if c.info.Title == "" || len(c.info.Rules) == 0 {
		c.fail(start, "Info.Title or Info.Rules is empty")
	}
	if c.layered != nil {
		if l := c.layered.Layers(nil, []S{start}); l[0] != 0 {
			c.fail(start, "the start is in layer %d, expected 0", l[0])
		}
		if c.layered.Span() < 1 {
			c.fail(start, "Span returns %d, expected at least 1", c.layered.Span())
		}
	}
}

func (c *checker[S]) checkState(s S, children []S) {
	if len(children) == 0 {
		c.checkTerminal(s)
	}
	mover, moves, ok := c.stage(s, len(children))
	if !ok {
		return
	}
	c.checkTurns(s, mover, children)
	c.checkLayers(s, children)
	c.checkSymmetry(s, children, mover, moves)
	c.checkNotation(s, children, mover, moves)
	c.checkDrawing(s)
}

// stage returns the mover of s and the number of moves of each role. If either
// result is invalid, stage records an error and returns false.
func (c *checker[S]) stage(s S, children int) (mover int8, moves []int, ok bool) {
	movers := c.game.Movers(nil, []S{s})
	if len(movers) != 1 {
		c.fail(s, "Movers appends %d elements for one state", len(movers))
		return 0, nil, false
	}
	joint, simultaneous := any(c.game).(Simultaneous[S])
	switch mover = movers[0]; {
	case mover == Chance:
		if !c.info.Stochastic {
			c.fail(s, "Chance moves, but Info.Stochastic is false")
			return 0, nil, false
		}
	case mover != Both && (mover < 0 || int(mover) >= len(c.info.Roles)):
		c.fail(s, "the role to move is %d, which does not exist", mover)
		return 0, nil, false
	case mover != Both || children == 0:
	case len(c.info.Roles) == 1 || !c.info.Simultaneous && children > 1:
		c.fail(s, "both roles have a choice, but Info.Simultaneous is false")
		return 0, nil, false
	case !simultaneous:
		c.fail(s, "both roles move, but the game has no Rows method")
		return 0, nil, false
	default:
		list, product := joint.Rows(nil, []S{s}), 1
		for _, n := range list {
			product *= int(n)
		}
		if len(list) != len(c.info.Roles)-1 || slices.Min(list) < 1 || children%product != 0 {
			c.fail(s, "Expand appends %d children, which do not match the result of Rows, %v", children, list)
			return 0, nil, false
		}
	}
	mover, moves = Stage(c.game, s, children)
	return mover, moves, true
}

func (c *checker[S]) checkTerminal(s S) {
	p := c.game.Payoffs(nil, []S{s})
	if len(p) != 1 {
		c.fail(s, "Payoffs appends %d elements for one state", len(p))
		return
	}
	for role, x := range p[0] {
		if x != 0 && role >= max(2, len(c.info.Roles)) {
			c.fail(s, "payoff %d for role %d, which does not exist", x, role)
		}
	}
	if sum := int(p[0][0]) + int(p[0][1]); !c.info.GeneralSum && sum != c.info.Total {
		c.fail(s, "payoffs add up to %v, expected %v", c.info.Points(sum), c.info.Points(c.info.Total))
	}
	if c.info.Payoffs != nil && !slices.Contains(c.info.Payoffs, int(p[0][0])) {
		c.fail(s, "payoff %d is not in %v", p[0][0], c.info.Payoffs)
	}
}

// checkTurns checks that the players alternate unless the game allows extra moves.
func (c *checker[S]) checkTurns(s S, mover int8, children []S) {
	if c.info.ExtraMoves || c.info.Simultaneous || c.info.Stochastic || len(c.info.Roles) != 2 {
		return
	}
	for i, child := range children {
		replies, _ := c.game.Expand(nil, nil, children[i:i+1])
		if len(replies) > 0 && mover != Both && Mover(c.game, child) != 1-int(mover) {
			c.fail(s, "%s moves twice in a row, but Info.ExtraMoves is false", c.info.Roles[mover])
			return
		}
	}
}

func (c *checker[S]) checkLayers(s S, children []S) {
	if c.layered == nil {
		return
	}
	layer := c.layered.Layers(nil, []S{s})[0]
	for _, l := range c.layered.Layers(nil, children) {
		if step := int(l - layer); step < 1 || step > c.layered.Span() {
			c.fail(s, "the layer of a child differs by %d, expected 1 to %d", step, c.layered.Span())
		}
	}
	canonical, _ := Canonical(c.game, s)
	if l := c.layered.Layers(nil, []S{canonical})[0]; l != layer {
		c.fail(s, "layer %d, but its canonical state has layer %d", layer, l)
	}
}

// images returns the canonical images of the given states in ascending order.
func (c *checker[S]) images(states []S) []S {
	states = slices.Clone(states)
	c.canonizer.Canonize(states, make([]bool, len(states)))
	slices.SortFunc(states, Compare[S])
	return states
}

func (c *checker[S]) checkSymmetry(s S, children []S, mover int8, moves []int) {
	canonical, swap := Canonical(c.game, s)
	if again, _ := Canonical(c.game, canonical); again != canonical {
		c.fail(s, "the canonical state is not its own canonical state")
	}
	if swap && c.info.GeneralSum {
		c.fail(s, "a symmetry exchanges the roles of a general-sum game, where ties are broken in favour of role 0")
	}
	orbit := c.canonizer.Orbits(nil, []S{canonical})
	if len(orbit) != 1 || orbit[0] < 1 {
		c.fail(s, "Orbits appends %v, expected one positive number", orbit)
	}
	others, _ := c.game.Expand(nil, nil, []S{canonical})
	if len(others) != len(children) || !slices.Equal(c.images(others), c.images(children)) {
		c.fail(s, "the canonical state has different children up to symmetry; a symmetry does not preserve the rules")
		return
	}
	if len(children) == 0 {
		a, b := c.game.Payoffs(nil, []S{s})[0], c.game.Payoffs(nil, []S{canonical})[0]
		if swap {
			b[0], b[1] = b[1], b[0]
		}
		if a != b {
			c.fail(s, "payoffs %v, but its canonical state has %v", a, b)
		}
		return
	}
	other, otherMoves, ok := c.stage(canonical, len(others))
	if !ok {
		return
	}
	if swap && other != Chance {
		slices.Reverse(otherMoves)
		if other >= 0 {
			other = 1 - other
		}
	}
	if other != mover || !slices.Equal(otherMoves, moves) {
		c.fail(s, "role %d moves, with move counts %v; in the canonical state, role %d with %v", mover, moves, other, otherMoves)
	}
}

func (c *checker[S]) checkNotation(s S, children []S, mover int8, sizes []int) {
	text := c.notation.FormatState(s)
	if strings.ContainsAny(text, " \t\n\"$`\\!") {
		c.fail(s, "the notation contains a character that must be quoted in a shell")
	}
	c.checkRoundTrip(s)
	moves := c.notation.Moves(s)
	if len(children) == 0 {
		if RolesWithMoves(moves) != nil {
			c.fail(s, "terminal state has moves")
		}
		return
	}
	if mover == Chance {
		if len(moves[0]) != len(children) || len(RolesWithMoves(moves)) != 1 {
			c.fail(s, "%d names of outcomes for %d children", len(moves[0]), len(children))
		}
		sizes = nil
	}
	for role, n := range sizes {
		named, plays := len(moves[role]), mover == Both || mover == int8(role)
		// With more than two roles, some roles may have no choice.
		waits := len(sizes) > 2 && mover == Both && n == 1 && named == 0
		if max(1, named) != n {
			c.fail(s, "role %d has %d move names, but the %d children require move counts %v", role, named, len(children), sizes)
		}
		if named > 0 != plays && !waits {
			c.fail(s, "%d move names for role %d, but role %d is to move", named, role, mover)
			return
		}
	}
	for _, names := range moves {
		c.checkStandard(s, text, names)
		if len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
			c.fail(s, "duplicate move name in %v", names)
		}
		for _, name := range names {
			if name == "" || strings.ContainsAny(name, "+ \t\n\"$`\\!") {
				c.fail(s, "invalid move name %q", name)
			}
		}
	}
}

// checkStandard checks that the game's standard notation, if any, does not misread
// the text of s or the names of a role's moves.
func (c *checker[S]) checkStandard(s S, text string, names []string) {
	n, ok := any(c.game).(StandardNotation)
	if !ok {
		return
	}
	if position, rest := n.CutPosition(text + " a b"); position != text || rest != "a b" {
		c.fail(s, "CutPosition separates the position from moves as %q and %q", position, rest)
	}
	for i, name := range names {
		if found := n.ReadMove(name, names); len(found) > 0 && !slices.Equal(found, []int{i}) {
			c.fail(s, "ReadMove returns %v for the move %s, expected [%d]", found, name, i)
		}
	}
}

func (c *checker[S]) checkRoundTrip(s S) {
	if back, err := c.notation.ParseState(c.notation.FormatState(s)); err != nil || back != s {
		c.fail(s, "the notation does not round-trip: %v", err)
	}
}

func (c *checker[S]) checkDrawing(s S) {
	d := DrawingOf(c.game, s)
	if len(d.Cells) != d.Width*d.Height || len(d.Columns) != d.Width || len(d.Rows) != d.Height {
		c.fail(s, "drawing of size %[4]dx%[5]d has %[1]d cells, %[2]d columns and %[3]d rows", len(d.Cells), len(d.Columns), len(d.Rows), d.Width, d.Height)
	}
	for _, line := range d.Lines {
		if min(line[0], line[1]) < 0 || max(line[0], line[1]) >= len(d.Cells) {
			c.fail(s, "drawing has a line from cell %d to cell %d, but only %d cells", line[0], line[1], len(d.Cells))
		}
	}
}

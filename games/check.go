package games

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Check tests that g keeps the contract, with every power it has, on up to
// limit states met in random plays from the start. It returns all that it
// finds wrong, at most a few findings of each kind.
func Check[S State](g Game[S], limit int) error {
	c := checker[S]{game: g, info: g.Info(), canonizer: CanonizerOf(g), notation: NotationOf(g)}
	c.layered, _ = any(g).(Layered[S])
	c.checkInfo()
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[S]bool{}
	var batch []S
	for play := 0; play < limit && len(seen) < limit && len(c.errs) < 20; play++ {
		// Games that may repeat positions need not come to an end.
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

// longestPlay is how many plies Check follows a game that may repeat positions.
const longestPlay = 300

type checker[S State] struct {
	game      Game[S]
	info      *Info
	layered   Layered[S]
	canonizer Canonizer[S]
	notation  Notation[S]
	errs      []error
}

func (c *checker[S]) fail(s S, format string, args ...any) {
	if len(c.errs) < 20 {
		c.errs = append(c.errs, fmt.Errorf("%s, state %s: %s", c.info.Name, c.notation.FormatState(s), fmt.Sprintf(format, args...)))
	}
}

func (c *checker[S]) checkInfo() {
	start := c.game.Start()
	if c.game.Info() != c.info {
		c.fail(start, "Info returns another struct at each call")
	}
	if len(c.info.Roles) == 0 || len(c.info.Roles) > MaxRoles {
		c.fail(start, "%d roles", len(c.info.Roles))
	}
	if c.info.Title == "" || len(c.info.Rules) == 0 {
		c.fail(start, "title or rules missing")
	}
	if c.layered != nil {
		if l := c.layered.Layers(nil, []S{start}); l[0] != 0 {
			c.fail(start, "the start is in layer %d, want 0", l[0])
		}
		if c.layered.Span() < 1 {
			c.fail(start, "span %d", c.layered.Span())
		}
	}
}

func (c *checker[S]) checkState(s S, children []S) {
	rows := int(c.game.Rows(nil, []S{s})[0])
	switch {
	case len(children) == 0:
		c.checkTerminal(s, rows)
	case rows < 1 || len(children)%rows != 0:
		c.fail(s, "%d children in %d rows", len(children), rows)
		return
	case !c.info.Simultaneous && rows != 1 && rows != len(children):
		c.fail(s, "both roles have a choice in a game that is not simultaneous")
	}
	c.checkTurns(s, children)
	c.checkLayers(s, children)
	c.checkSymmetry(s, children, rows)
	c.checkNotation(s, children, rows)
	c.checkDrawing(s)
}

func (c *checker[S]) checkTerminal(s S, rows int) {
	if rows != 0 {
		c.fail(s, "a terminal state with %d rows", rows)
	}
	p := c.game.Payoffs(nil, []S{s})
	if len(p) != 1 {
		c.fail(s, "%d payoffs for one state", len(p))
		return
	}
	if sum := int(p[0][0]) + int(p[0][1]); !c.info.GeneralSum && sum != c.info.Total {
		c.fail(s, "payoffs add up to %d, want %d", sum, c.info.Total)
	}
	if c.info.Payoffs != nil && !slices.Contains(c.info.Payoffs, int(p[0][0])) {
		c.fail(s, "payoff %d is not one of %v", p[0][0], c.info.Payoffs)
	}
}

// checkTurns tests that the players take turns, where the game says so. Only a
// game's own notation tells who plays the single move of a state.
func (c *checker[S]) checkTurns(s S, children []S) {
	if _, own := any(c.game).(Notation[S]); !own || c.info.ExtraMoves || c.info.Simultaneous || len(c.info.Roles) == 1 {
		return
	}
	moves := c.notation.Moves(s)
	for _, child := range children {
		replies := c.notation.Moves(child)
		for role := range moves {
			if moves[role] != nil && replies[role] != nil {
				c.fail(s, "%s moves twice running, against what Info.ExtraMoves says", c.info.Roles[role])
				return
			}
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
			c.fail(s, "a child is %d layers on, want 1 to %d", step, c.layered.Span())
		}
	}
	canonical, _ := Canonical(c.game, s)
	if l := c.layered.Layers(nil, []S{canonical})[0]; l != layer {
		c.fail(s, "layer %d, but its canonical state has layer %d", layer, l)
	}
}

// images returns the canonical forms of states in a fixed order.
func (c *checker[S]) images(states []S) []S {
	states = slices.Clone(states)
	c.canonizer.Canonize(states, make([]bool, len(states)))
	slices.SortFunc(states, Compare[S])
	return states
}

func (c *checker[S]) checkSymmetry(s S, children []S, rows int) {
	canonical, swap := Canonical(c.game, s)
	if again, _ := Canonical(c.game, canonical); again != canonical {
		c.fail(s, "canonical form is not canonical")
	}
	if swap && c.info.GeneralSum {
		c.fail(s, "a symmetry exchanges the roles of a general-sum game, where ties are broken in favour of role 0")
	}
	orbit := c.canonizer.Orbits(nil, []S{canonical})
	if len(orbit) != 1 || orbit[0] < 1 {
		c.fail(s, "orbit sizes %v", orbit)
	}
	others, _ := c.game.Expand(nil, nil, []S{canonical})
	if len(others) != len(children) || !slices.Equal(c.images(others), c.images(children)) {
		c.fail(s, "the canonical state has other children up to symmetry")
		return
	}
	if len(children) == 0 {
		a, b := c.game.Payoffs(nil, []S{s})[0], c.game.Payoffs(nil, []S{canonical})[0]
		if swap {
			b[0], b[1] = b[1], b[0]
		}
		if a != b {
			c.fail(s, "payoffs %v, but by its canonical state %v", a, b)
		}
		return
	}
	if want := int(c.game.Rows(nil, []S{canonical})[0]); swap && want != len(children)/rows || !swap && want != rows {
		c.fail(s, "%d rows, canonical state %d, swap %v", rows, want, swap)
	}
}

func (c *checker[S]) checkNotation(s S, children []S, rows int) {
	text := c.notation.FormatState(s)
	if strings.ContainsAny(text, " \t\n\"$`\\!") {
		c.fail(s, "the notation needs quoting")
	}
	if back, err := c.notation.ParseState(text); err != nil || back != s {
		c.fail(s, "the notation does not round-trip: %v", err)
	}
	moves := c.notation.Moves(s)
	if len(children) == 0 {
		if moves[0] != nil || moves[1] != nil {
			c.fail(s, "a terminal state with moves")
		}
		return
	}
	if n := max(1, len(moves[0])); n != rows || max(1, len(moves[1]))*n != len(children) {
		c.fail(s, "%d and %d move names for %d children in %d rows", len(moves[0]), len(moves[1]), len(children), rows)
	}
	for _, names := range moves {
		if len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
			c.fail(s, "two moves have one name: %v", names)
		}
		for _, name := range names {
			if name == "" || strings.ContainsAny(name, "+ \t\n\"$`\\!") {
				c.fail(s, "bad move name %q", name)
			}
		}
	}
}

func (c *checker[S]) checkDrawing(s S) {
	d := DrawingOf(c.game, s)
	if len(d.Cells) != d.Width*d.Height || len(d.Columns) != d.Width || len(d.Rows) != d.Height {
		c.fail(s, "drawing: %d cells, %d columns, %d rows for %dx%d", len(d.Cells), len(d.Columns), len(d.Rows), d.Width, d.Height)
	}
	for _, line := range d.Lines {
		if min(line[0], line[1]) < 0 || max(line[0], line[1]) >= len(d.Cells) {
			c.fail(s, "drawing: a line joins cells %d and %d of %d", line[0], line[1], len(d.Cells))
		}
	}
}

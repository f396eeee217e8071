package tron

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
)

// xy is a cell.
type xy struct{ x, y int }

// slow is a simple implementation of the rules with sets of cells.
type slow struct {
	w, h                          int
	simultaneous, ring, edgeError bool
	forbidden                     map[xy]bool
	heads                         [2]xy
	erred                         [2]bool
	mover                         int
}

func newSlow(g *board) *slow {
	return &slow{
		w: g.width, h: g.height, simultaneous: g.simultaneous, ring: g.ring, edgeError: g.edgeError,
		forbidden: map[xy]bool{}, heads: [2]xy{{1, 1}, {g.width - 2, g.height - 2}},
	}
}

func (r *slow) onBoard(c xy) bool { return 0 <= c.x && c.x < r.w && 0 <= c.y && c.y < r.h }

func (r *slow) wall(c xy) bool {
	return r.ring && (c.x == 0 || c.x == r.w-1 || c.y == 0 || c.y == r.h-1)
}

func (r *slow) blanks() int {
	n := 0
	for x := range r.w {
		for y := range r.h {
			if c := (xy{x, y}); !r.wall(c) && !r.forbidden[c] && c != r.heads[0] && c != r.heads[1] {
				n++
			}
		}
	}
	return n
}

func (r *slow) over() bool { return r.erred[0] || r.erred[1] || r.blanks() == 0 }

func (r *slow) target(role int, move string) xy {
	c := r.heads[role]
	switch move {
	case "moveUp":
		c.y--
	case "moveDown":
		c.y++
	case "moveLeft":
		c.x--
	case "moveRight":
		c.x++
	}
	return c
}

func (r *slow) legal(role int) []string {
	if r.over() || !r.simultaneous && role != r.mover {
		return nil
	}
	var moves []string
	for _, m := range []string{"moveUp", "moveDown", "moveLeft", "moveRight"} {
		if r.edgeError || r.onBoard(r.target(role, m)) {
			moves = append(moves, m)
		}
	}
	return moves
}

func (r *slow) apply(moves []string) {
	if r.simultaneous {
		to := [2]xy{r.target(0, moves[0]), r.target(1, moves[1])}
		r.forbidden[r.heads[0]], r.forbidden[r.heads[1]] = true, true
		for role := range to {
			r.erred[role] = !r.onBoard(to[role]) || r.wall(to[role]) || r.forbidden[to[role]] || to[0] == to[1]
		}
		r.heads = to
		return
	}
	to := r.target(r.mover, moves[0])
	r.forbidden[r.heads[r.mover]] = true
	r.heads[r.mover] = to
	r.erred[r.mover] = !r.onBoard(to) || r.wall(to) || r.forbidden[to] || to == r.heads[1-r.mover]
	r.mover = 1 - r.mover
}

func (r *slow) payoff() games.Payoff {
	switch {
	case r.erred[0] && !r.erred[1]:
		return games.Payoff{0, 100}
	case r.erred[1] && !r.erred[0]:
		return games.Payoff{100, 0}
	}
	return games.Payoff{50, 50}
}

// compare checks that the state s is the position r.
func compare[S games.State](t *testing.T, g *game[S], s S, r *slow) {
	t.Helper()
	p := g.unpack(s)
	for c := range r.forbidden {
		if !p.forbidden.overlaps(cellBit(c.y*r.w + c.x)) {
			t.Fatalf("%s: %v is not forbidden", g.FormatState(s), c)
		}
	}
	x0, y0 := g.cellOf(p.heads[0])
	x1, y1 := g.cellOf(p.heads[1])
	if p.forbidden.count() != len(r.forbidden) || r.heads != [2]xy{{x0, y0}, {x1, y1}} {
		t.Fatalf("%s: want %d forbidden cells and heads %v", g.FormatState(s), len(r.forbidden), r.heads)
	}
	if children, _ := g.Expand(nil, nil, []S{s}); (len(children) == 0) != r.over() {
		t.Fatalf("%s: over %v, want %v", g.FormatState(s), len(children) == 0, r.over())
	}
	if r.over() {
		if got := g.Payoffs(nil, []S{s})[0]; got != r.payoff() {
			t.Fatalf("%s: payoffs %v, want %v", g.FormatState(s), got, r.payoff())
		}
	}
	moves := g.Moves(s)
	for role := range r.heads {
		if got, want := strings.Join(moves[role], " "), strings.Join(r.legal(role), " "); got != want {
			t.Fatalf("%s: role %d has the moves %q, want %q", g.FormatState(s), role, got, want)
		}
	}
}

// TestAgainstSlow compares each position of random plays.
func TestAgainstSlow(t *testing.T) {
	for _, spec := range variants("6x6", "4x3", "7x7", "5x7", "3x5", "8x6") {
		t.Run(spec, func(t *testing.T) { playSlow(t, general[uint64](t, spec)) })
	}
	for _, spec := range variants("8x8", "9x9", "9x7") {
		t.Run(spec, func(t *testing.T) { playSlow(t, general[[2]uint64](t, spec)) })
	}
}

func playSlow[S games.State](t *testing.T, g *game[S]) {
	rng := rand.New(rand.NewPCG(7, 1))
	for range 100 {
		s, r := g.Start(), newSlow(&g.board)
		for compare(t, g, s, r); !r.over(); compare(t, g, s, r) {
			joint := names[S](g, s)
			move := joint[rng.IntN(len(joint))]
			if rng.IntN(8) > 0 { // mostly moves that do not end the game
				for try := 0; try < 8 && ends(g, s, move); try++ {
					move = joint[rng.IntN(len(joint))]
				}
			}
			s, _ = play[S](g, s, move)
			r.apply(strings.Split(move, "+"))
		}
	}
}

func ends[S games.State](g *game[S], s S, move string) bool {
	child, _ := play[S](g, s, move)
	return g.over(g.unpack(child))
}

// TestNarrowIsGeneral compares the methods for one-word states with the general ones.
func TestNarrowIsGeneral(t *testing.T) {
	for _, spec := range variants("6x6", "7x7", "3x4", "5x4", "8x6", "3x9") {
		g, slow := open(t, spec), general[uint64](t, spec)
		src := sample[uint64](g, 500)
		got, gotEnds := g.Expand(nil, nil, src)
		want, wantEnds := slow.Expand(nil, nil, src)
		if !slices.Equal(got, want) || !slices.Equal(gotEnds, wantEnds) {
			t.Fatalf("%s: other children", spec)
		}
		if !slices.Equal(g.IsTerminal(nil, got), slow.IsTerminal(nil, got)) || !slices.Equal(g.Movers(nil, got), slow.Movers(nil, got)) {
			t.Errorf("%s: other ends or movers", spec)
		}
		for _, s := range got {
			if slow.over(slow.unpack(s)) && g.Payoffs(nil, []uint64{s})[0] != slow.Payoffs(nil, []uint64{s})[0] {
				t.Fatalf("%s: other payoffs", g.FormatState(s))
			}
		}
		if !slices.Equal(g.Orbits(nil, got), slow.Orbits(nil, got)) {
			t.Errorf("%s: other orbits", spec)
		}
		swaps, slowSwaps := make([]bool, len(got)), make([]bool, len(got))
		g.Canonize(got, swaps)
		slow.Canonize(want, slowSwaps)
		if !slices.Equal(got, want) || !slices.Equal(swaps, slowSwaps) {
			t.Errorf("%s: other canonical states", spec)
		}
	}
}

// TestWideIsNarrow compares one-word and two-word states in random plays.
func TestWideIsNarrow(t *testing.T) {
	for _, spec := range variants("7x7", "6x5", "3x9") {
		g, wide := general[uint64](t, spec), general[[2]uint64](t, spec)
		for _, s := range sample[uint64](open(t, spec), 300) {
			same := func(s uint64, w [2]uint64) {
				t.Helper()
				if g.FormatState(s) != wide.FormatState(w) {
					t.Fatalf("%s: %s is wide %s", spec, g.FormatState(s), wide.FormatState(w))
				}
			}
			w := wide.pack(g.unpack(s))
			same(s, w)
			children, _ := g.Expand(nil, nil, []uint64{s})
			wideChildren, _ := wide.Expand(nil, nil, [][2]uint64{w})
			if len(children) != len(wideChildren) {
				t.Fatalf("%s: other children", g.FormatState(s))
			}
			for i := range children {
				same(children[i], wideChildren[i])
				c, swap := games.Canonical[uint64](g, children[i])
				d, wideSwap := games.Canonical[[2]uint64](wide, wideChildren[i])
				if same(c, d); swap != wideSwap || g.Orbits(nil, []uint64{c})[0] != wide.Orbits(nil, [][2]uint64{d})[0] {
					t.Fatalf("%s: other symmetries", g.FormatState(c))
				}
			}
		}
	}
}

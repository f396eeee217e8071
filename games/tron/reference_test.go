package tron

import (
	"math/rand/v2"
	"strings"
	"testing"

	"zermelo/games"
)

// xy is a cell.
type xy struct{ x, y int }

// slow is the game played with sets of cells, straight from the text of the
// rules and without a thought for speed.
type slow struct {
	w, h                          int
	simultaneous, ring, edgeError bool
	forbidden                     map[xy]bool
	heads                         [2]xy
	erred                         [2]bool
	mover                         int
}

func newSlow(g *game) *slow {
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

// compare tests that the state s is the position r.
func compare(t *testing.T, g *game, s uint64, r *slow) {
	t.Helper()
	forbidden, red, blue := g.unpack(s)
	n := 0
	for c := range r.forbidden {
		if forbidden>>(c.y*r.w+c.x)&1 == 0 {
			t.Fatalf("%s: %v is not forbidden", g.FormatState(s), c)
		}
		n++
	}
	for m := forbidden; m != 0; m &= m - 1 {
		n--
	}
	x0, y0 := g.cellOf(int(red))
	x1, y1 := g.cellOf(int(blue))
	if n != 0 || r.heads != [2]xy{{x0, y0}, {x1, y1}} {
		t.Fatalf("%s: want %d forbidden cells and heads %v", g.FormatState(s), len(r.forbidden), r.heads)
	}
	if children, _ := g.Expand(nil, nil, []uint64{s}); (len(children) == 0) != r.over() {
		t.Fatalf("%s: over %v, want %v", g.FormatState(s), len(children) == 0, r.over())
	}
	if r.over() {
		if got := g.Payoffs(nil, []uint64{s})[0]; got != r.payoff() {
			t.Fatalf("%s: payoffs %v, want %v", g.FormatState(s), got, r.payoff())
		}
	}
	moves := g.Moves(s)
	for role := range moves {
		if got, want := strings.Join(moves[role], " "), strings.Join(r.legal(role), " "); got != want {
			t.Fatalf("%s: role %d has the moves %q, want %q", g.FormatState(s), role, got, want)
		}
	}
}

// TestAgainstSlow plays at random and compares each position.
func TestAgainstSlow(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for _, spec := range variants("6x6", "4x3", "7x7", "5x7", "3x5") {
		t.Run(spec, func(t *testing.T) {
			g := open(t, spec)
			for range 300 {
				s, r := g.Start(), newSlow(g)
				for compare(t, g, s, r); !r.over(); compare(t, g, s, r) {
					joint := names(g, s)
					move := joint[rng.IntN(len(joint))]
					if rng.IntN(8) > 0 { // mostly moves that go on
						for try := 0; try < 8 && ends(g, s, move); try++ {
							move = joint[rng.IntN(len(joint))]
						}
					}
					s, _ = play(g, s, move)
					r.apply(strings.Split(move, "+"))
				}
			}
		})
	}
}

func ends(g *game, s uint64, move string) bool {
	child, _ := play(g, s, move)
	return g.over(child)
}

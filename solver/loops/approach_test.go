package loops

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/solver/matrix"
	"zermelo/solver/value"
)

// loop represents the position itself in the arguments of oneMatrix.
const loop = -1000

// oneMatrix returns a constant-sum game with one position and a total of 100.
// Each row contains the payoffs of role 0 for one of its moves.
func oneMatrix(endless int16, rows ...[]int16) *Game {
	g := &Game{Kind: value.Simultaneous, Roles: 2, Endless: games.Payoff{endless, 100 - endless}}
	p := Position{Shape: []int32{int32(len(rows))}}
	for _, x := range slices.Concat(rows...) {
		if x == loop {
			p.Children = append(p.Children, Child{})
			continue
		}
		p.Children = append(p.Children, Child{Index: int32(len(g.Known)), Known: true})
		g.Known = append(g.Known, value.TerminalOutcome(games.Payoff{x, 100 - x}, 2))
	}
	g.Positions = []Position{p}
	return g
}

// TestValuesThatAreNotAttained solves games with one position.
func TestValuesThatAreNotAttained(t *testing.T) {
	for name, test := range map[string]struct {
		game         *Game
		value, limit string // "" if none
		role         int
	}{
		// Role 0 hides or runs; role 1 waits or throws its only snowball.
		"hide or run":         {oneMatrix(0, []int16{loop, 60}, []int16{60, 0}), "", "60", 0},
		"hide or be caught":   {oneMatrix(0, []int16{loop, 100}, []int16{100, 0}), "", "100", 0},
		"endless play is 60":  {oneMatrix(60, []int16{loop, 60}, []int16{60, 0}), "60", "", 0},
		"the other one hides": {oneMatrix(100, []int16{loop, 40}, []int16{40, 100}), "", "60", 1},
		"nobody must hide":    {oneMatrix(0, []int16{loop, 60}, []int16{60, 60}), "60", "", 0},
		"matching pennies":    {oneMatrix(0, []int16{loop, 60}, []int16{60, loop}), "60", "", 0},
		"rows that tie":       {oneMatrix(0, []int16{loop, 40, 40}, []int16{40, 0, loop}, []int16{loop, 40, 0}), "", "40", 0},
		// v = (100-v*v)/(2*(100-v)) has no rational solution.
		"an irrational value": {oneMatrix(0, []int16{loop, 100, 0}, []int16{0, loop, 100}, []int16{100, 0, 100}), "", "", 0},
	} {
		outcomes, err := test.game.Solve(t.Context())
		var got, limit string
		var role int
		bounds, open := errors.AsType[*BoundsError](err)
		switch {
		case open && bounds.Limit != nil:
			limit, role = bounds.Limit.RatString(), bounds.Role
		case err == nil:
			got = outcomes[0].Security[0].RatString()
		case !open:
			t.Fatal(err)
		}
		if got != test.value || limit != test.limit || role != test.role {
			t.Errorf("%s: role %d, value %q, limit %q, want role %d, %q, %q", name, role, got, limit, test.role, test.value, test.limit)
		}
	}
}

// TestWrongLimitsAreNotProven proposes values that are too high. If positions
// lead only to each other, such values still satisfy the matrix games.
func TestWrongLimitsAreNotProven(t *testing.T) {
	proposed := 0
	for seed := range uint64(150) {
		g := randomGame(seed, []value.Kind{value.Simultaneous, value.General}[seed%2], seed%3 == 0)
		outcomes, err := g.Solve(t.Context())
		if err != nil {
			continue
		}
		right := outcomes[0].Security[0]
		p := &proposal{outcomes, make([][games.MaxRoles]BoundsError, len(outcomes))}
		for i := range outcomes {
			if o := &outcomes[i]; o.Security[0].Cmp(right) == 0 {
				o.Security[0] = new(big.Rat).Add(right, big.NewRat(1, 1))
			}
		}
		if at, _, _, err := newProver(g, measure{}, outcomes).fixed(t.Context()); err != nil {
			t.Fatal(err)
		} else if at < 0 {
			proposed++
		}
		if limit, err := g.limit(t.Context(), p); limit != nil || err != nil {
			t.Errorf("seed %d: %v, %v", seed, limit, err)
		}
	}
	if proposed < 5 {
		t.Errorf("%d proposals satisfy the matrix games", proposed)
	}
}

// TestValuesThatAreAttainedHaveNoTrap searches solved games for traps among the
// positions worth more than endless play.
func TestValuesThatAreAttainedHaveNoTrap(t *testing.T) {
	positions := 0
	for seed := range uint64(100) {
		g := randomGame(seed, []value.Kind{value.Simultaneous, value.General}[seed%2], seed%3 == 0)
		outcomes, err := g.Solve(t.Context())
		if err != nil {
			continue
		}
		for _, m := range measures[:2] {
			p := newProver(g, m, outcomes)
			if at, _, wrong, err := p.fixed(t.Context()); at >= 0 || err != nil {
				t.Fatalf("seed %d: %s, %v", seed, wrong, err)
			}
			for role := range p.safe {
				p.optimal[role] = make([][]bool, len(g.Positions))
				for i, safe := range p.safe[role] {
					if !safe {
						positions++
						p.widen(role, i)
					}
				}
			}
			if role, at, err := p.trap(t.Context()); at >= 0 || err != nil {
				t.Errorf("seed %d: a trap for role %d at %d, %v", seed, role, at, err)
			}
		}
	}
	if positions < 100 {
		t.Errorf("%d positions", positions)
	}
}

// TestWidenFindsTheRowsOfOptimalStrategies compares the rows with those in
// which the slightest increase of the entries raises the value.
func TestWidenFindsTheRowsOfOptimalStrategies(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	more := 0
	for i := range 300 {
		den := []int64{1, 1 << 10}[i%2] // differences as small as those of widen
		payoffs := make([][]int16, 3)
		for i := range payoffs {
			payoffs[i] = []int16{int16(rng.IntN(4)), int16(rng.IntN(4)), int16(rng.IntN(4))}
		}
		g := oneMatrix(0, payoffs...)
		for i := range g.Known {
			g.Known[i].Security[0] = big.NewRat(g.Known[i].Security[0].Num().Int64(), den)
		}
		p := newProver(g, measure{}, make([]value.Outcome, 1))
		s := p.stage(&p.Positions[0], p.measure, 0)
		entries := p.entries(&s, 0)
		worth, _, _ := matrix.Solve(3, 3, entries)
		support := make([]bool, 3)
		p.outcomes[0].Security[0], p.supports[0], p.optimal[0] = worth, [][]bool{support}, make([][]bool, 1)
		p.widen(0, 0)
		for row := range support {
			raised := slices.Clone(entries)
			for i := 3 * row; i < 3*row+3; i++ {
				raised[i] = new(big.Rat).Add(raised[i], big.NewRat(1, 1<<40))
			}
			v, _, _ := matrix.Solve(3, 3, raised)
			belongs := v.Cmp(worth) > 0
			if support[row] && !belongs || belongs && !p.optimal[0][0][row] {
				t.Errorf("%v, row %d: found %v, possible %v, want %v", payoffs, row, support[row], p.optimal[0][0][row], belongs)
			}
			if den == 1 && p.optimal[0][0][row] && !support[row] {
				more++
			}
		}
	}
	if more > 10 {
		t.Errorf("%d rows are possible and not found", more)
	}
}

package solved_test

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/reports/words"
)

// TestPositions compares every position of small games of each kind with its children.
func TestPositions(t *testing.T) {
	for _, spec := range reportstest.SmallGames() {
		t.Run(spec, func(t *testing.T) {
			b := reportstest.NaiveGame(t, spec)
			mixed := 0
			walk(t, b, func(p *solved.Position, children []*solved.Position) {
				if p.Terminal {
					if len(p.Moves) > 0 || len(p.Payoffs) != 2 || p.Value.Plies != 0 || p.Value.Payoffs[0] != fmt.Sprint(p.Payoffs[0]) {
						t.Fatalf("terminal %+v", p)
					}
					return
				}
				for i, m := range p.Moves {
					if want := words.Outcome(b.Info().WithoutUnit(), children[i].Outcome); m.Child != children[i].Text || m.Value.Words != want {
						t.Fatalf("%s: move %s says %q, want %q", p.Text, m.Name, m.Value.Words, want)
					}
				}
				if p.Mover >= 0 {
					checkMoves(t, b.Info(), p)
				} else {
					checkMatrix(t, b.Info(), p)
					if !p.Matrix.Pure {
						mixed++
					}
				}
			})
			if spec == "tron:size=3x5,turns=simultaneous" && mixed == 0 {
				t.Errorf("%d positions have a mixed equilibrium: the test tests too little", mixed)
			}
		})
	}
}

// checkMoves checks a position with one role to move.
func checkMoves(t *testing.T, info *games.Info, p *solved.Position) {
	t.Helper()
	if p.Moves[0].Value.Payoffs[p.Mover] != p.Value.Payoffs[p.Mover] || p.Moves[0].Keeps != solved.KeptYes {
		t.Fatalf("%s: the first move does not keep %v: %+v", p.Text, p.Value.Payoffs, p.Moves[0])
	}
	if !info.Simultaneous && p.Moves[0].Value.Plies+1 != p.Value.Plies {
		t.Fatalf("%s: the best move takes %d plies, the position %d", p.Text, p.Moves[0].Value.Plies, p.Value.Plies)
	}
	for i, m := range p.Moves {
		if m.Keeps != reportstest.KeptIf(m.Value.Payoffs[p.Mover] == p.Value.Payoffs[p.Mover]) {
			t.Fatalf("%s: move %s keeps %v", p.Text, m.Name, m.Keeps)
		}
		if i == 0 || info.GeneralSum || info.Simultaneous {
			continue
		}
		before := p.Moves[i-1]
		mine, better := m.Outcome.Payoff[p.Mover], before.Outcome.Payoff[p.Mover]
		hasten := new(big.Rat).Add(mine, mine).Cmp(big.NewRat(int64(info.Total), 1)) >= 0
		sooner := before.Value.Plies <= m.Value.Plies
		if c := better.Cmp(mine); c < 0 || c == 0 && before.Value.Plies != m.Value.Plies && sooner != hasten {
			t.Fatalf("%s: %s (%s) comes before %s (%s)", p.Text, before.Name, before.Value.Words, m.Name, m.Value.Words)
		}
	}
}

// checkMatrix checks that the strategies of a simultaneous position are an equilibrium with the
// position's value.
func checkMatrix(t *testing.T, info *games.Info, p *solved.Position) {
	t.Helper()
	m := p.Matrix
	rat := func(text string) *big.Rat {
		x, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatalf("%s: %q is no number", p.Text, text)
		}
		return x
	}
	var chance [2]map[string]*big.Rat
	for role, strategy := range m.Strategies {
		chance[role] = map[string]*big.Rat{}
		sum := new(big.Rat)
		for _, c := range strategy {
			chance[role][c.Move] = rat(c.Probability)
			sum.Add(sum, chance[role][c.Move])
		}
		if sum.Cmp(big.NewRat(1, 1)) != 0 || !slices.Equal(sorted(chance[role]), sortedNames(m, role)) {
			t.Fatalf("%s: strategy of %s: %v", p.Text, info.Roles[role], strategy)
		}
	}
	for role, strategy := range m.Strategies {
		best := new(big.Rat)
		for n, c := range strategy {
			mean := new(big.Rat)
			for i, row := range m.Rows {
				for j, col := range m.Columns {
					mine, other := row, col
					if role == 1 {
						mine, other = col, row
					}
					if mine == c.Move {
						mean.Add(mean, new(big.Rat).Mul(chance[1-role][other], rat(m.Cells[i][j][role])))
					}
				}
			}
			if mean.Cmp(rat(c.Payoff)) != 0 {
				t.Fatalf("%s: %s gets %s by %s, want %s", p.Text, info.Roles[role], c.Payoff, c.Move, mean.RatString())
			}
			if n == 0 || mean.Cmp(best) > 0 {
				best = mean
			}
			if chance[role][c.Move].Sign() > 0 && mean.Cmp(rat(p.Value.Payoffs[role])) != 0 {
				t.Fatalf("%s: %s plays %s for %s, the value is %s", p.Text, info.Roles[role], c.Move, c.Payoff, p.Value.Payoffs[role])
			}
		}
		if best.Cmp(rat(p.Value.Payoffs[role])) != 0 {
			t.Fatalf("%s: %s could get %s, the value is %s", p.Text, info.Roles[role], best.RatString(), p.Value.Payoffs[role])
		}
	}
	last := big.NewRat(2, 1)
	for _, move := range p.Moves {
		row, col, _ := strings.Cut(move.Name, "+")
		want := new(big.Rat).Mul(chance[0][row], chance[1][col])
		if got := rat(move.Probability); got.Cmp(want) != 0 || got.Cmp(last) > 0 || move.Keeps != reportstest.KeptIf(got.Sign() > 0) {
			t.Fatalf("%s: joint move %s has probability %s, want %s", p.Text, move.Name, move.Probability, want.RatString())
		}
		last = want
	}
	if info.GeneralSum && m.Pure != slices.ContainsFunc(m.Equilibria, func(e solved.Equilibrium) bool { return e.Selected }) {
		t.Fatalf("%s: equilibria %v", p.Text, m.Equilibria)
	}
}

func sorted(m map[string]*big.Rat) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func sortedNames(m *solved.Matrix, role int) []string {
	return slices.Sorted(slices.Values([][]string{m.Rows, m.Columns}[role]))
}

func TestLine(t *testing.T) {
	for _, spec := range reportstest.SmallGames() {
		t.Run(spec, func(t *testing.T) {
			b := reportstest.NaiveGame(t, spec)
			line, moves, err := b.Line("", 100)
			if err != nil {
				t.Fatal(err)
			}
			start, last := line[0], line[len(line)-1]
			if len(line) != len(moves)+1 || !last.Terminal {
				t.Fatalf("%d positions, %d moves", len(line), len(moves))
			}
			if plies := start.Value.Plies; plies >= 0 && plies != len(moves) {
				t.Errorf("the line has %d moves, the start says %d plies", len(moves), plies)
			}
			if start.Value.Plies >= 0 && !slices.Equal(start.Value.Payoffs, last.Value.Payoffs) {
				t.Errorf("the line ends with %v, the start says %v", last.Value.Payoffs, start.Value.Payoffs)
			}
			followed, err := b.Follow("", moves)
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range followed {
				if p.Text != line[i].Text {
					t.Errorf("after %v: %s, want %s", moves[:i], p.Text, line[i].Text)
				}
			}
			short, moves, err := b.Line("", 1)
			if err != nil || len(short) != 2 || len(moves) != 1 {
				t.Errorf("a line of one move: %d positions, %v, %v", len(short), moves, err)
			}
		})
	}
}

func TestFollowErrors(t *testing.T) {
	tests := []struct {
		spec  string
		from  string
		moves []string
		want  []string
	}{
		{"tron:size=3x4", "", []string{"moveUp", "moveNowhere"}, []string{"move 2", `"moveNowhere"`, "not legal", "moveLeft"}},
		{"tron:size=3x5,turns=simultaneous", "", []string{"moveUp"}, []string{"move 1", "moveUp", "simultaneously", "moveUp+moveUp", "for blue"}},
		{"coordination:rounds=1", "", []string{"left", "left", "left"}, []string{"move 3", "over", "2 moves"}},
		{"tron:size=3x4", "nonsense", nil, []string{"nonsense"}},
	}
	for _, tt := range tests {
		_, err := reportstest.NaiveGame(t, tt.spec).Follow(tt.from, tt.moves)
		var input *games.InputError
		if !errors.As(err, &input) {
			t.Errorf("%s %v: error %v, want one of the user's", tt.spec, tt.moves, err)
			continue
		}
		for _, part := range tt.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s %v: %q does not say %q", tt.spec, tt.moves, err, part)
			}
		}
	}
}

// walk calls visit for every position of a game, the start first.
func walk(t *testing.T, b solved.Game, visit func(p *solved.Position, children []*solved.Position)) {
	t.Helper()
	start, err := b.Start()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]*solved.Position{start.Text: start}
	queue := []*solved.Position{start}
	for i := 0; i < len(queue); i++ {
		var children []*solved.Position
		for _, m := range queue[i].Moves {
			c := known[m.Child]
			if c == nil {
				if c, err = b.Position(m.Child); err != nil {
					t.Fatal(err)
				}
				known[m.Child] = c
				queue = append(queue, c)
			}
			children = append(children, c)
		}
		visit(queue[i], children)
	}
}

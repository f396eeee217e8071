package command_test

import (
	"math"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/parquet-go/parquet-go"

	"zermelo/games"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/tablebase/export"
)

// policyRow is a row with the columns that Options.Policy adds.
type policyRow struct {
	Position   string    `parquet:"position"`
	Mover      int8      `parquet:"mover"`
	Keeps      []string  `parquet:"keeps,list"`
	Names      []string  `parquet:"move_names,list"`
	First      []float64 `parquet:"move_values_0,list"`
	Second     []float64 `parquet:"move_values_1,list,optional"`
	Remoteness []int32   `parquet:"move_remoteness,list"`
	Policy     []float64 `parquet:"move_policy,list"`
	Layer      int32     `parquet:"layer,optional"`
}

func policyRows(t *testing.T, db string, v games.Variant, o export.Options) ([]policyRow, export.Summary, []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rows.parquet")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	o.Policy = true
	s, err := export.Rows(t.Context(), db, v, export.Parquet(f), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	rows, err := parquet.ReadFile[policyRow](path)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return rows, s, data
}

// TestPolicyMatchesQuery compares every move of each row with the moves that query shows.
func TestPolicyMatchesQuery(t *testing.T) {
	for _, spec := range []string{
		"tron:size=3x4", "tron:size=3x4,turns=simultaneous", "coordination:rounds=3", "breakthrough:size=3x4,rows=1",
		"skirmish:inner=7,steps=4", "puzzle", "morris:men=3", "quixo:size=3x3", "othello:size=4x4",
	} {
		t.Run(spec, func(t *testing.T) {
			v, db, b := storedGame(t, spec)
			rows, _, _ := policyRows(t, db, v, export.Options{Sample: 300})
			if len(rows) < 10 {
				t.Fatalf("%d rows", len(rows))
			}
			for _, r := range rows {
				p, err := b.Position(r.Position)
				if err != nil {
					t.Fatal(err)
				}
				want := policyRow{Position: r.Position, Mover: int8(p.Mover), Layer: r.Layer}
				if p.Terminal {
					want.Mover = r.Mover
				}
				for n, name := range r.Names {
					at := slices.IndexFunc(p.Moves, func(m solved.Move) bool { return m.Name == name })
					if at < 0 {
						t.Fatalf("%s: move %s is not legal", r.Position, name)
					}
					m := p.Moves[at]
					want.Names = append(want.Names, m.Name)
					want.First = append(want.First, number(t, m.Value.Payoffs[0]))
					if len(v.Info().Roles) > 1 {
						want.Second = append(want.Second, number(t, m.Value.Payoffs[1]))
					}
					plies := int32(m.Value.Plies)
					if plies == 0 && len(b.Solution().Tiers) > 0 { // tables with tiers do not distinguish the end from endless play
						plies = r.Remoteness[n]
					}
					want.Remoteness = append(want.Remoteness, plies)
					chance := 0.0
					if m.Keeps == solved.KeptYes {
						want.Keeps = append(want.Keeps, m.Name)
						chance = 1 / float64(p.KeptMoves())
					}
					if m.Probability != "" && p.Mover < 0 {
						if x := number(t, m.Probability); len(p.Matrix.Rows) > 1 && len(p.Matrix.Columns) > 1 {
							chance = x
						} else {
							chance = r.Policy[n] // several moves may be optimal
						}
					}
					want.Policy = append(want.Policy, chance)
				}
				if len(r.Names) != len(p.Moves) {
					t.Fatalf("%s: %d moves, want %d", r.Position, len(r.Names), len(p.Moves))
				}
				if p.Mover < 0 {
					want.Keeps = r.Keeps // see the probabilities
				}
				if diff := cmp.Diff(want, r, cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("%s (-query +row):\n%s", r.Position, diff)
				}
				sum := 0.0
				for _, x := range r.Policy {
					sum += x
				}
				if len(r.Policy) > 0 && math.Abs(sum-1) > 1e-9 {
					t.Errorf("%s: probabilities %v", r.Position, r.Policy)
				}
			}
		})
	}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("payoff %q", text)
	}
	f, _ := x.Float64()
	return f
}

// TestPolicyMatchesMinimax computes the value of every move of tic-tac-toe from the rules
// alone.
func TestPolicyMatchesMinimax(t *testing.T) {
	v := variant(t, "tictactoe")
	db := t.TempDir()
	reportstest.Store(t, db, v)
	rows, s, _ := policyRows(t, db, v, export.Options{Raw: true})
	if len(rows) != 5478 || s.Layers[0].Rows != 1 || s.Layers[1].Rows != 9 {
		t.Fatalf("%d rows, layers %v", len(rows), s.Layers)
	}
	for _, r := range rows {
		board := []byte(strings.ReplaceAll(r.Position, "/", ""))
		var free []int
		for i, c := range board {
			if c == '.' {
				free = append(free, i)
			}
		}
		if len(r.Names) == 0 {
			continue
		}
		best := math.Inf(-1)
		var values []float64
		for _, at := range free {
			board[at] = "xo"[r.Mover]
			x := minimax(board, 1-r.Mover)
			board[at] = '.'
			values = append(values, x)
			if r.Mover == 1 {
				x = -x
			}
			best = max(best, x)
		}
		// Payoffs are 100, 50 and 0. Moves and cells can have different orders.
		var have, want []float64
		for i, name := range r.Names {
			at := slices.Index(free, int(name[0]-'a')+3*int('3'-name[1]))
			if at < 0 {
				t.Fatalf("%s: move %s", r.Position, name)
			}
			want = append(want, 50+50*values[at])
			have = append(have, r.First[i])
			optimal := values[at]*(1-2*float64(r.Mover)) == best
			if (r.Policy[i] > 0) != optimal || slices.Contains(r.Keeps, name) != optimal {
				t.Errorf("%s: move %s has probability %v, optimal: %v", r.Position, name, r.Policy[i], optimal)
			}
		}
		if !slices.Equal(have, want) {
			t.Errorf("%s: %v, want %v", r.Position, have, want)
		}
	}
}

// minimax returns 1 if x wins, -1 if o wins, and 0 for a draw.
func minimax(board []byte, mover int8) float64 {
	for _, l := range [][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}} {
		if c := board[l[0]]; c != '.' && c == board[l[1]] && c == board[l[2]] {
			return map[byte]float64{'x': 1, 'o': -1}[c]
		}
	}
	best, moved := math.Inf(-1), false
	sign := 1 - 2*float64(mover)
	for i := range board {
		if board[i] == '.' {
			board[i] = "xo"[mover]
			best = max(best, sign*minimax(board, 1-mover))
			board[i], moved = '.', true
		}
	}
	if !moved {
		return 0
	}
	return sign * best
}

func TestPolicySampleHasEqualLayersForAnyWorkers(t *testing.T) {
	v := variant(t, "tron:size=4x4")
	db := t.TempDir()
	reportstest.Store(t, db, v)
	_, all, _ := policyRows(t, db, v, export.Options{})
	_, s, want := policyRows(t, db, v, export.Options{Sample: 100, Workers: 1})
	if _, _, have := policyRows(t, db, v, export.Options{Sample: 100, Workers: 5, Memory: 1 << 10}); !slices.Equal(have, want) {
		t.Errorf("other bytes with 5 workers")
	}
	var most int64
	for _, l := range s.Layers {
		most = max(most, l.Rows)
	}
	for i, l := range s.Layers {
		if l.Rows < min(most-1, l.Positions) || l.Positions != all.Layers[i].Rows {
			t.Errorf("layer %s: %d of %d rows, others have %d", l.Name, l.Rows, l.Positions, most)
		}
	}
	if s.Rows != 100 {
		t.Errorf("%d rows", s.Rows)
	}
}

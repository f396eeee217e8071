package command_test

import (
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/reports/measure"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/tablebase/export"
)

// row is a row of a Parquet file, without payoffs.
type row struct {
	Position   string   `parquet:"position"`
	Mover      int8     `parquet:"mover"`
	Remoteness int32    `parquet:"remoteness"`
	Moves      int32    `parquet:"moves"`
	Keeping    int32    `parquet:"keeping"`
	Keeps      []string `parquet:"keeps,list"`
	Layer      int32    `parquet:"layer,optional"`
	Tier       string   `parquet:"tier,optional"`
	Weight     int32    `parquet:"weight,optional"`
}

// payoffs holds the payoffs of a row.
type payoffs struct {
	First  float64 `parquet:"payoff_0"`
	Second float64 `parquet:"payoff_1,optional"`
}

type wholePayoffs struct {
	First  int16 `parquet:"payoff_0"`
	Second int16 `parquet:"payoff_1,optional"`
}

// exported writes the rows of a table as Parquet and reads them with another reader.
func exported(t *testing.T, db string, v games.Variant, o export.Options) (rows []row, values []payoffs) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rows.parquet")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := export.Rows(t.Context(), db, v, export.Parquet(f), o); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if rows, err = parquet.ReadFile[row](path); err != nil {
		t.Fatal(err)
	}
	if whole, err := parquet.ReadFile[wholePayoffs](path); err == nil {
		for _, p := range whole {
			values = append(values, payoffs{float64(p.First), float64(p.Second)})
		}
		return rows, values
	}
	if values, err = parquet.ReadFile[payoffs](path); err != nil {
		t.Fatal(err)
	}
	return rows, values
}

// sums returns the weighted counts of rows, grouped by the result of at, in the form
// of a report.
func sums(rows []row, values []payoffs, at func(row) int, mover bool) map[int]measure.Count {
	all := map[int]measure.Count{}
	for i, r := range rows {
		c := all[at(r)]
		if c.Split == nil {
			c.Split = &measure.Split{}
		}
		weight := int64(max(r.Weight, 1))
		c.States++
		c.Raw += weight
		if r.Moves == 0 {
			c.Terminals += weight
		}
		first, second := values[i].First, values[i].Second
		if mover && r.Mover == 1 {
			first, second = second, first
		}
		switch {
		case first > second:
			c.Wins += weight
		case first < second:
			c.Losses += weight
		default:
			c.Draws += weight
		}
		all[at(r)] = c
	}
	return all
}

// TestRawRowsMatchReportCounts compares the rows of all positions with the counts by
// ply and by remoteness of the report, which enumerates the plies.
func TestRawRowsMatchReportCounts(t *testing.T) {
	for _, spec := range []string{
		"tictactoe", "tron:size=3x4", "tron:size=3x4,turns=simultaneous", "coordination:rounds=3", "breakthrough:size=3x4,rows=1",
		"skirmish:inner=7,steps=4", "puzzle", "rounds",
	} {
		t.Run(spec, func(t *testing.T) {
			v := variant(t, spec)
			db := t.TempDir()
			reportstest.Store(t, db, v)
			counts := countsOf(t, db, v)
			rows, values := exported(t, db, v, export.Options{Raw: true, Workers: 2})
			plies := map[int]measure.Count{}
			for _, p := range counts.Plies {
				plies[p.Ply] = p.Count
			}
			compare(t, "by ply", plies, sums(rows, values, func(r row) int { return int(r.Layer) }, false))
			remoteness := map[int]measure.Count{}
			for _, p := range counts.Remoteness {
				remoteness[p.Remoteness] = p.Count
			}
			compare(t, "by remoteness", remoteness, sums(rows, values, func(r row) int { return int(r.Remoteness) }, false))
		})
	}
}

// TestStoredRowsMatchReportCounts compares the rows of stored positions, which include
// all nonterminal ones.
func TestStoredRowsMatchReportCounts(t *testing.T) {
	for _, spec := range []string{"tictactoe", "tron:size=4x4", "tron:size=3x4,turns=simultaneous", "coordination:rounds=3", "connect4:size=4x3,connect=3", "morris:men=3", "dodgem", "quixo:size=3x3"} {
		t.Run(spec, func(t *testing.T) {
			v := variant(t, spec)
			db := t.TempDir()
			reportstest.Store(t, db, v)
			counts := countsOf(t, db, v)
			rows, values := exported(t, db, v, export.Options{Workers: 2})
			tiers := len(counts.Tiers) > 0
			want, have := map[int]measure.Count{}, sums(rows, values, func(r row) int { return int(r.Remoteness) }, tiers)
			for _, p := range counts.Remoteness {
				if p.Remoteness != 0 || tiers { // layered tables omit terminal positions
					c := p.Count
					want[p.Remoteness] = c
				}
			}
			if !tiers {
				delete(have, 0)
			}
			for at, c := range have {
				if v.Info().Simultaneous { // half of the images of a row exchange the roles
					c.Wins, c.Losses = (c.Wins+c.Losses)/2, (c.Wins+c.Losses)/2
				}
				if w, h := want[at], c; w.States != h.States || w.Raw != h.Raw || w.Split != nil && *w.Split != *h.Split {
					t.Errorf("remoteness %d: got %d states, %d positions, %+v; want %d, %d, %+v", at, h.States, h.Raw, h.Split, w.States, w.Raw, w.Split)
				}
				delete(want, at)
			}
			if len(want) > 0 {
				t.Errorf("no rows with remoteness %v", want)
			}
			perTier := map[string]int64{}
			for _, r := range rows {
				perTier[r.Tier] += int64(r.Weight)
			}
			for _, c := range counts.Tiers {
				if !c.AtSight && perTier[c.Tier] != c.Raw {
					t.Errorf("tier %s: got %d positions, want %d", c.Tier, perTier[c.Tier], c.Raw)
				}
			}
		})
	}
}

func TestRowsMatchQueries(t *testing.T) {
	for _, spec := range []string{"tictactoe", "tron:size=3x4,turns=simultaneous", "coordination:rounds=3,turns=simultaneous", "puzzle", "rounds", "dodgem", "skirmish:steps=4", "chomp:size=4x4"} {
		t.Run(spec, func(t *testing.T) {
			v, db, b := storedGame(t, spec)
			rows, values := exported(t, db, v, export.Options{Workers: 2, Sample: 400})
			for i, r := range rows {
				p, err := b.Position(r.Position)
				if err != nil {
					t.Fatal(err)
				}
				var keeps []string
				for _, m := range p.Moves {
					if m.Keeps == solved.KeptYes {
						keeps = append(keeps, m.Name)
					}
				}
				slices.Sort(keeps)
				slices.Sort(r.Keeps)
				if !slices.Equal(keeps, r.Keeps) || len(p.Moves) != int(r.Moves) || len(keeps) != int(r.Keeping) {
					t.Errorf("%s: got %d moves, %v keep the value; want %d, %v", r.Position, r.Moves, r.Keeps, len(p.Moves), keeps)
				}
				for role, have := range []float64{values[i].First, values[i].Second}[:len(v.Info().Roles)] {
					want, _ := new(big.Rat).SetString(p.Value.Payoffs[role])
					if x, _ := want.Float64(); x != have {
						t.Errorf("%s: got payoff %g for role %d, want %s", r.Position, have, role, p.Value.Payoffs[role])
					}
				}
			}
		})
	}
}

func variant(t *testing.T, spec string) games.Variant {
	t.Helper()
	switch spec {
	case "puzzle":
		return reportstest.Sheet(t, reportstest.Puzzle)
	case "rounds":
		return reportstest.Sheet(t, reportstest.Rounds)
	}
	return reportstest.Variant(t, spec)
}

// storedGame solves a game and returns it with its data directory and its table.
func storedGame(t *testing.T, spec string) (games.Variant, string, solved.Game) {
	t.Helper()
	v, db := variant(t, spec), t.TempDir()
	reportstest.Store(t, db, v)
	b, err := solved.Open(db, v)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return v, db, b
}

func countsOf(t *testing.T, db string, v games.Variant) *measure.Counts {
	t.Helper()
	b, err := solved.Open(db, v)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	counts, err := b.Counts(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

// compare compares the numbers of positions, and the numbers of wins if the report
// counts them.
func compare(t *testing.T, what string, want, have map[int]measure.Count) {
	t.Helper()
	for at, c := range want {
		h := have[at]
		h.States = c.States // depends on the choice of canonical positions
		if c.Split == nil {
			h.Split = nil
		}
		have[at] = h
	}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("%s, report and rows differ:\n%s", what, diff)
	}
}

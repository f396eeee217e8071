package solve_test

import (
	"os"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/gdl"
	"zermelo/games/gdl/work"
	"zermelo/solver/forecast"
	"zermelo/tablebase/solve"
)

const sheets = "../../../shared/gdl/games/"

// TestForecastsAgainstCounts compares forecasts with the number of states up to symmetry,
// including terminal states, as counted by other programs or by complete enumerations. Forecasts
// of tiers have no interval; they are compared with the finished table.
func TestForecastsAgainstCounts(t *testing.T) {
	tried, near, intervals, held := 0, 0, 0, 0
	for _, c := range []struct {
		game   string
		states float64
		large  bool
	}{
		{"tron:size=4x4", 1148, false},
		{"tron:size=5x5", 74596, false},
		{"tron:size=6x5", 1482012, true},
		{"tron:size=6x6", 12088636, true},
		{"breakthrough:size=4x4,captures=diagonal", 946893, true},
		{"breakthrough:size=4x5", 257786, false},
		{"breakthrough:size=5x5", 12877579, true},
		{"connect4:size=4x4", 80541, false},
		{"connect4:size=4x5", 853185, true},
		{"connect4:size=5x4", 1974174, true},
		{"connect4:size=4x6", 7917955, true},
		{"connect4:size=5x5", 34888367, true},
		{"connect4:size=6x4", 47455869, true},
		{"connect4", 4531985219092 / 2, true}, // OEIS A212693; few positions are their own mirror image
		{"hex:size=4x4", 4693575, true},
		{"dots-and-boxes:boxes=3x3", 3712146, true},
		{"kalah:pits=4,seeds=3", 4646746, true},
		{"clobber:size=4x5", 13396258, true},
		{"domineering:size=5x6", 2166543, true},
		{"2pffa-zerosum:steps=17", 33388126, true},
		{"teeko", 12063947, true},
		{"quixo", 5398083, true},
		{"dodgem:size=4x4", 276832, false},
		{sheets + "blocks2player.kif", 321035, true},
		{sheets + "queens08lg.kif", 118924, true},
		{sheets + "pancakes.kif", 26225, false},
	} {
		if c.large && !gamestest.Large() {
			continue
		}
		v := openAny(t, c.game)
		if v == nil {
			continue
		}
		f, err := solve.ForecastTable(t.Context(), t.TempDir(), v, 1)
		if err != nil {
			t.Fatal(err)
		}
		if f.States == nil {
			f.States = new(forecast.Estimate)
			for _, tier := range f.Tiers {
				f.States.States += float64(tier.Used)
			}
		} else {
			intervals++
			if f.States.Low <= c.states && c.states <= f.States.High {
				held++
			}
		}
		tried++
		if ratio := f.States.States / c.states; ratio >= 0.5 && ratio <= 2 {
			near++
		}
		t.Logf("%s: %.4g of %.10g states (%.2f), from %.3g to %.3g", c.game, f.States.States, c.states, f.States.States/c.states,
			f.States.Low, f.States.High)
	}
	if 10*near < 9*tried || 10*held < 9*intervals {
		t.Errorf("of %d forecasts %d are within a factor of 2, and of %d intervals %d hold the count", tried, near, intervals, held)
	}
}

// openAny opens a game in the registry or a rule sheet. It returns nil if the file does not exist
// on this machine.
func openAny(t *testing.T, name string) games.Variant {
	t.Helper()
	if !strings.HasSuffix(name, ".kif") {
		return open(t, name)
	}
	if _, err := os.Stat(name); err != nil {
		return nil
	}
	v, err := gdl.OpenSpec(t.Context(), name, work.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

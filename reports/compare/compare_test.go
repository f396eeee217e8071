package compare

import (
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/reports/model"
	"zermelo/reports/reportstest"
)

// TestCompared compares the facts about games of each kind with their reports.
func TestCompared(t *testing.T) {
	c := &Comparison{}
	var all []*model.Report
	for _, spec := range []string{"tron:size=3x4", "coordination:rounds=3", "tron:size=3x5,turns=simultaneous"} {
		r, err := model.New(reportstest.SolvedGame(t, spec))
		if err != nil {
			t.Fatal(err)
		}
		c.Add(r)
		all = append(all, r)
	}
	tiers, err := model.New(reportstest.StoredVariant(t, reportstest.Variant(t, "quixo:size=3x3")))
	if err != nil {
		t.Fatal(err)
	}
	c.Add(tiers)
	for i, r := range append(all, tiers) {
		got := c.Games[i]
		if got.Game != r.Game || *got.States != *r.States || got.Value != r.Start.Value.Words || got.Digest != r.Digest {
			t.Errorf("%+v, want what %s says", got, r.Game)
		}
	}
	if w := c.Games[3].MoverWins; w == nil || w.Count != tiers.Mover.Wins || w.Of != *tiers.States {
		t.Errorf("mover wins %+v", w)
	}
	if c.Games[0].LongestWin != all[0].Longest.Value.Plies || c.Games[1].LongestWin != -1 {
		t.Errorf("longest wins %d and %d", c.Games[0].LongestWin, c.Games[1].LongestWin)
	}
}

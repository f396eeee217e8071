package render

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"zermelo/reports/compare"
	"zermelo/reports/model"
	"zermelo/reports/picture"
	"zermelo/reports/reportstest"
)

// comparison returns a comparison of small games of several kinds, with fixed values for times
// and sizes.
func comparison(t *testing.T) *compare.Comparison {
	t.Helper()
	c := &compare.Comparison{Skipped: []compare.Skipped{{Game: "tron:size=7x7", Reason: "too large <for> this"}}}
	for _, spec := range []string{"tron:size=3x4", "breakthrough:size=3x4,rows=1,captures=diagonal", "coordination:rounds=3"} {
		r, err := model.New(reportstest.SolvedGame(t, spec))
		if err != nil {
			t.Fatal(err)
		}
		r.Digest, r.Solved.Seconds, r.Solved.Disk = "0123456789abcdef", 0.25, 40_000
		c.Add(r)
	}
	return c
}

func TestCompareHTMLGolden(t *testing.T) {
	var out bytes.Buffer
	if err := CompareHTML(&out, comparison(t)); err != nil {
		t.Fatal(err)
	}
	golden(t, "compare.html.golden", out.Bytes())
	checkAlone(t, "comparison", out.String())
}

// TestComparisonsHaveOneTableToSort finds every cell of the text tables in the single table of
// the page, which must be readable without its script.
func TestComparisonsHaveOneTableToSort(t *testing.T) {
	c := comparison(t)
	var out bytes.Buffer
	if err := CompareHTML(&out, c); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	part := between(t, page, `<table class="sorted">`, "</table>")
	if strings.Count(page, `<table class="sorted">`) != 1 || strings.Count(page, "<script>") != 1 || strings.Contains(part, "<button") {
		t.Error("not one table and one script, or a table that needs the script")
	}
	want := make([][]string, len(c.Games))
	for _, s := range layOutComparison(c).sections {
		for _, b := range s.Blocks {
			tab, ok := b.(*table)
			if !ok || s.Title == "Skipped" {
				continue
			}
			for i, row := range tab.Rows {
				want[i] = append(want[i], row[min(1, len(want[i])):]...)
			}
		}
	}
	if got := cellsOf(t, part); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, want := range []string{"Answers: blue wins (1), white wins (1), equilibrium payoffs white 15, black 15 points (1).", "The largest is breakthrough:size=3x4,rows=1,captures=diagonal, with 4,045 states."} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %s", want)
		}
	}
	heads := 0
	for _, span := range regexp.MustCompile(`colspan="(\d+)"`).FindAllStringSubmatch(part, -1) {
		n, _ := strconv.Atoi(span[1])
		heads += n
	}
	if heads != len(want[0]) {
		t.Errorf("groups of %d columns above %d", heads, len(want[0]))
	}
}

// TestCompareAxes checks that charts of the same kind have the same axes, by the positions of
// ply 1 and of the maximum branching factor.
func TestCompareAxes(t *testing.T) {
	c := comparison(t)
	longest, widest := 0, 0.0
	for _, r := range c.Drawn {
		longest = max(longest, len(r.Plies)-1)
		for i := range r.Layers {
			widest = max(widest, r.Layers[i].Branching())
		}
	}
	heights := map[float64]bool{}
	for i, entry := range (&comparisonPage{Comparison: c}).Cards() {
		r := c.Drawn[i]
		seen := 0
		for _, chart := range entry.Charts {
			switch chart.Name {
			case "states":
				near(t, "ply 1", firstLine(chart.picture)[1].X, chartLeft+(chartRight-chartLeft)/float64(longest))
			case "branching":
				heights[(chartBottom-firstLine(chart.picture)[0].Y)/seriesOf(r)[0].layers[0].Branching()] = true
			case "values":
			default:
				continue
			}
			seen++
		}
		if seen != 3 {
			t.Errorf("%s: %d charts", r.Game, seen)
		}
	}
	if len(heights) != 1 {
		t.Errorf("a move is %v high", heights)
	}
	for height := range heights {
		if height*widest > chartBottom-chartTop+1e-9 {
			t.Errorf("a move is %v high, too much for %v moves", height, widest)
		}
	}
}

// firstLine returns the points of the first line of a chart, which may be a single point.
func firstLine(p *picture.Picture) []picture.Point {
	for _, s := range p.Shapes {
		switch s := s.(type) {
		case picture.Polyline:
			return s.Points
		case picture.Circle:
			return []picture.Point{{X: s.X, Y: s.Y}}
		}
	}
	return nil
}

// TestCompareManyHTML checks that games beyond MaxDrawn are only in the table.
func TestCompareManyHTML(t *testing.T) {
	r, err := model.New(reportstest.SolvedGame(t, "coordination:rounds=3"))
	if err != nil {
		t.Fatal(err)
	}
	c := &compare.Comparison{}
	for range compare.MaxDrawn + 7 {
		c.Add(r)
	}
	var out bytes.Buffer
	if err := CompareHTML(&out, c); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), `<article class="card">`); n != compare.MaxDrawn {
		t.Errorf("%d cards, want %d", n, compare.MaxDrawn)
	}
	if !strings.Contains(out.String(), " 7 more games are in the table above.") {
		t.Error("the page does not say that games are left out")
	}
	if rows := cellsOf(t, between(t, out.String(), "<h2>All facts</h2>", "</section>")); len(rows) != compare.MaxDrawn+7 {
		t.Errorf("%d games in the table", len(rows))
	}
}

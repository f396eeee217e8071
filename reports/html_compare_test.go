package reports

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"zermelo/reports/picture"
)

// comparison is one of small games of several kinds, with what depends on the
// machine made up.
func comparison(t *testing.T) *Comparison {
	t.Helper()
	c := &Comparison{Skipped: []Skipped{{"tron:size=7x7", "too large <for> this"}}}
	for _, spec := range []string{"tron:size=3x4", "breakthrough:size=3x4,rows=1,captures=diagonal", "coordination:rounds=3"} {
		r, err := New(solvedBook(t, spec))
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

// TestCompareHTMLTables finds every cell of the tables of the text in the page.
func TestCompareHTMLTables(t *testing.T) {
	c := comparison(t)
	var out bytes.Buffer
	if err := CompareHTML(&out, c); err != nil {
		t.Fatal(err)
	}
	for _, s := range layOutComparison(c).sections {
		part := between(t, out.String(), "<h2>"+s.title+"</h2>", "</section>")
		if got, want := fmt.Sprint(cells(t, part)), fmt.Sprint(s.blocks[0].(*table).rows); strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%s: %s, want %s", s.title, got, want)
		}
	}
}

// TestCompareAxes checks that what counts the same has the same axes: the place
// of ply 1 and of the greatest branching factor is that of the largest game's.
func TestCompareAxes(t *testing.T) {
	c := comparison(t)
	longest, widest := 0, 0.0
	for _, r := range c.drawn {
		longest = max(longest, len(r.Plies)-1)
		for i := range r.Layers {
			widest = max(widest, r.Layers[i].Branching())
		}
	}
	heights := map[float64]bool{}
	for i, one := range (&comparisonPage{c}).Cards() {
		r := c.drawn[i]
		seen := 0
		for _, chart := range one.Charts {
			switch chart.Name {
			case "states":
				near(t, "ply 1", firstLine(chart.picture)[1].X, testLeft+(testRight-testLeft)/float64(longest))
			case "branching":
				heights[(testBottom-firstLine(chart.picture)[0].Y)/r.Layers[0].Branching()] = true
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
		if height*widest > testBottom-testTop+1e-9 {
			t.Errorf("a move is %v high, too much for %v moves", height, widest)
		}
	}
}

// firstLine is the first line of a chart, or where it is one point, that.
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

// TestCompareManyHTML draws only so many games, and has all of them in tables.
func TestCompareManyHTML(t *testing.T) {
	r, err := New(solvedBook(t, "coordination:rounds=3"))
	if err != nil {
		t.Fatal(err)
	}
	c := &Comparison{}
	for range maxCards + 7 {
		c.Add(r)
	}
	var out bytes.Buffer
	if err := CompareHTML(&out, c); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), `<article class="card">`); n != maxCards {
		t.Errorf("%d cards, want %d", n, maxCards)
	}
	if !strings.Contains(out.String(), " 7 more games are in the tables below.") {
		t.Error("the page does not say that games are left out")
	}
	if rows := cells(t, between(t, out.String(), "<h2>Games</h2>", "</section>")); len(rows) != maxCards+7 {
		t.Errorf("%d games in the table", len(rows))
	}
}

// checkAlone checks that a page needs nothing from elsewhere, that all its
// elements are closed, and that its links lead somewhere.
func checkAlone(t *testing.T, name, page string) {
	t.Helper()
	if found := regexp.MustCompile(`<script|<link|<img|<iframe|@import|url\(|(src|href)="[^#]|ZgotmplZ|<no value>`).FindString(page); found != "" {
		t.Errorf("%s: the page has %s", name, found)
	}
	for _, element := range []string{"section", "article", "div", "table", "tr", "ul", "ol", "li", "figure", "details", "svg", "span", "code", "b"} {
		opened := len(regexp.MustCompile("<"+element+"[ >]").FindAllString(page, -1))
		if closed := strings.Count(page, "</"+element+">"); opened != closed {
			t.Errorf("%s: %d elements %s, %d closed", name, opened, element, closed)
		}
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if ids[m[1]] {
			t.Errorf("%s: two elements with the id %s", name, m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !ids[m[1]] {
			t.Errorf("%s: a link to #%s, which is not there", name, m[1])
		}
	}
}

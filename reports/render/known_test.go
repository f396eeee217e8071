package render

import (
	"errors"
	"html/template"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/reportstest"
	"zermelo/solver/search"
)

// TestKnownReport reports on a game without a table and without a proof. The report must not
// have counts or claim perfect play.
func TestKnownReport(t *testing.T) {
	g := reportstest.Variant(t, "connect4").(games.Game[uint64])
	children, _ := g.Expand(nil, nil, []uint64{g.Start()})
	known := reportstest.KnownGame(t, g, children[0], search.Bounds{Low: -1, High: 1, Move: -1})
	defer known.Close()
	r, err := model.New(known)
	if err != nil {
		t.Fatal(err)
	}
	if r.Start.Outcome.Payoff[0] != nil {
		t.Fatalf("the start is proven: %s; take a larger game", r.Start.Value.Words)
	}
	var titles []string
	for _, s := range layOut(r).sections {
		titles = append(titles, s.Title)
	}
	want := []string{"Rules", "Answer", "First moves, best first", "Best line found", "Rules in full", "How it was solved"}
	if diff := cmp.Diff(want, titles); diff != "" {
		t.Error("sections:", diff)
	}
	if r.Digest != "" || r.Solved.Verify != "" {
		t.Errorf("digest %q, to be checked by %q; want neither", r.Digest, r.Solved.Verify)
	}
	pictures, err := model.NewPictureSet(known, r, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(pictures.Openings) > 0 {
		t.Errorf("an opening tree of %d moves, of values that are not proven", len(pictures.Openings))
	}
	r.Info.Typed = "my sheets/four.kif" // as for a rule sheet
	var html, text, md, data strings.Builder
	if err := errors.Join(renderHTML(&html, r, pictures, ""), renderText(&text, r), renderMarkdown(&md, r), renderJSON(&data, r)); err != nil {
		t.Fatal(err)
	}
	moves := len(r.Start.Moves)
	for format, c := range map[string]struct {
		report, unknown, accused string
		least                    int
	}{
		"html": {html.String(), "Keeps the value: not known.", "Keeps the value: no.", len(equalMoves(r.Start))}, "text": {text.String(), "  not known\n", "  no\n", moves},
		"md": {md.String(), "| not known ", "| no ", moves}, "json": {data.String(), `"keeps": null`, `"keeps": false`, moves},
	} {
		if strings.Count(c.report, c.unknown) < c.least || strings.Contains(c.report, c.accused) {
			t.Errorf("%s: %d moves of a value that is not known have %q in %d places, %q in %d", format, moves,
				c.unknown, strings.Count(c.report, c.unknown), c.accused, strings.Count(c.report, c.accused))
		}
	}
	if want := `zermelo solve "my sheets/four.kif"`; !strings.Contains(html.String(), template.HTMLEscapeString(want)) || !strings.Contains(strings.Join(strings.Fields(text.String()), " "), want) {
		t.Errorf("the page or the text does not say %s", want)
	}
	if !strings.Contains(html.String(), "means that every other move gives value away, and that this is proven") {
		t.Error("the page does not state that only moves are proven")
	}
	for _, wrong := range []string{"A line of perfect play", "proven by a strategy", "<dt>digest", ">digest<"} {
		if strings.Contains(html.String(), wrong) {
			t.Errorf("the page says %q", wrong)
		}
	}
}

package reports

import (
	"context"
	"errors"
	"html/template"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/tablebase"
)

// knownBook stores one result of a search of a game, and opens the book of it.
func knownBook(t *testing.T, g games.Game[uint64], s uint64, b search.Bounds) Book {
	t.Helper()
	s, _ = games.Canonical(g, s)
	return openKnown(t, g, tablebase.Known[uint64]{s: b})
}

// openKnown stores results of searches of a game, and opens the book of them.
func openKnown(t *testing.T, g games.Game[uint64], known tablebase.Known[uint64]) Book {
	t.Helper()
	db := t.TempDir()
	if _, err := OpenProof(t.Context(), db, g, Limit{Nodes: 1}); !errors.Is(err, tablebase.ErrNoTable) {
		t.Fatalf("nothing stored: %v", err)
	}
	if err := tablebase.WriteKnown(db, g, known, tablebase.Options{}); err != nil {
		t.Fatal(err)
	}
	book, err := OpenProof(t.Context(), db, g, Limit{Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	return book
}

// TestKnownBook plays at random and compares what a book without table or proof
// says is proven with the referee.
func TestKnownBook(t *testing.T) {
	g := variant(t, "tron:size=4x4").(games.Game[uint64])
	referee := newNaive(g)
	book := knownBook(t, g, g.Start(), search.Bounds{Low: 0, High: 0, Move: -1})
	defer book.Close()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		for s := g.Start(); ; {
			p, err := book.Look(games.NotationOf(g).FormatState(s))
			if err != nil {
				t.Fatal(err)
			}
			want := referee.of(s)
			if proven(p.Outcome) && p.Outcome.Payoff[0].Cmp(want.Payoff[0]) != 0 {
				t.Errorf("%s: %s, want %s", p.Text, p.Value.Words, want.Payoff[0])
			}
			if s == g.Start() && !proven(p.Outcome) {
				t.Errorf("the start: %s, but it is stored", p.Value.Words)
			}
			if p.Endless {
				t.Errorf("%s: play without end, in a game that always ends", p.Text)
			}
			children, _ := g.Expand(nil, nil, []uint64{s})
			if len(children) == 0 {
				break
			}
			s = children[rng.IntN(len(children))]
		}
	}
}

// TestProofBookStops ends the context of a book's searches.
func TestProofBookStops(t *testing.T) {
	g := variant(t, "connect4").(games.Game[uint64])
	db := t.TempDir()
	if err := tablebase.WriteKnown(db, g, tablebase.Known[uint64]{g.Start(): {Low: -10, High: 10, Move: -1}}, tablebase.Options{}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	book, err := OpenProof(ctx, db, g, Limit{})
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	time.AfterFunc(50*time.Millisecond, cancel)
	if p, err := book.Start(); !errors.Is(err, context.Canceled) {
		t.Errorf("a search without limit that was stopped: %v, %v", p, err)
	}
}

// TestOpenMoves looks at a position that nothing is proven about: it has an
// estimate, and so have its moves, the best first.
func TestOpenMoves(t *testing.T) {
	g := variant(t, "connect4").(games.Game[uint64])
	book := knownBook(t, g, g.Start(), search.Bounds{Low: -10, High: 10, Move: -1})
	defer book.Close()
	line, err := book.Follow("", []string{"4", "1", "4", "1"})
	if err != nil {
		t.Fatal(err)
	}
	p := line[len(line)-1]
	if p.Value.Estimate == nil || proven(p.Outcome) || *p.Value.Estimate < -1 || *p.Value.Estimate > 1 {
		t.Errorf("value %+v", p.Value)
	}
	last := 2.0
	for i, m := range p.Moves {
		worth := 0.0
		switch {
		case m.Value.Estimate != nil:
			worth = *m.Value.Estimate
		case proven(m.Outcome):
			payoff, _ := m.Outcome.Payoff[0].Float64()
			worth = 2*payoff/float64(g.Info().Total) - 1
		default:
			t.Errorf("%s has no value: %+v", m.Name, m.Value)
		}
		if worth > last+alike {
			t.Errorf("%s, worth %.2f, comes %d.", m.Name, worth, i+1)
		}
		last = worth
	}
}

// TestKnownMoves looks at a position that is proven, and so are all moves there,
// but not the replies to them.
func TestKnownMoves(t *testing.T) {
	g := variant(t, "tron:size=6x6").(games.Game[uint64])
	start, _ := games.Canonical(g, g.Start())
	children, _ := g.Expand(nil, nil, []uint64{start})
	known := tablebase.Known[uint64]{start: {Move: -1}}
	for _, c := range children {
		c, _ := games.Canonical(g, c)
		known[c] = search.Bounds{Move: -1}
	}
	book := openKnown(t, g, known)
	defer book.Close()
	p, err := book.Look(games.NotationOf(g).FormatState(g.Start()))
	if err != nil {
		t.Fatal(err)
	}
	if p.Endless || len(p.Moves) != len(children) || p.Moves[0].Keeps != KeptYes {
		t.Errorf("endless %v, moves %+v; want %d that keep the draw", p.Endless, p.Moves, len(children))
	}
}

// TestKnownReport reports on a game of which neither a table nor a proof is
// stored: without counts, and without claims of perfect play.
func TestKnownReport(t *testing.T) {
	g := variant(t, "tron:size=6x6").(games.Game[uint64])
	children, _ := g.Expand(nil, nil, []uint64{g.Start()})
	book := knownBook(t, g, children[0], search.Bounds{Low: -1, High: 1, Move: -1})
	defer book.Close()
	r, err := New(book)
	if err != nil {
		t.Fatal(err)
	}
	if proven(r.Start.Outcome) {
		t.Fatalf("the start is proven: %s; take a larger game", r.Start.Value.Words)
	}
	var titles []string
	for _, s := range layOut(r).sections {
		titles = append(titles, s.title)
	}
	want := []string{"Answer", "First moves, best first", "A line that seems best", "Rules in force", "How it was solved"}
	if diff := cmp.Diff(want, titles); diff != "" {
		t.Error("sections:", diff)
	}
	if r.Digest != "" || r.Solved.Verify != "" {
		t.Errorf("digest %q, to be checked by %q; want neither", r.Digest, r.Solved.Verify)
	}
	gallery, err := NewGallery(book, r, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(gallery.Openings) > 0 {
		t.Errorf("an opening tree of %d moves, of values that are not proven", len(gallery.Openings))
	}
	r.info.Typed = "my sheets/tron.kif" // as the game of a rule sheet
	var html, text, md, data strings.Builder
	if err := errors.Join(HTML(&html, r, gallery), Text(&text, r), Markdown(&md, r), JSON(&data, r)); err != nil {
		t.Fatal(err)
	}
	for format, c := range map[string]struct{ report, unknown, accused string }{
		"html": {html.String(), "<td>not known</td>", "<td>no</td>"}, "text": {text.String(), "  not known\n", "  no\n"},
		"md": {md.String(), "| not known ", "| no "}, "json": {data.String(), `"keeps": null`, `"keeps": false`},
	} {
		if strings.Count(c.report, c.unknown) < len(r.Start.Moves) || strings.Contains(c.report, c.accused) {
			t.Errorf("%s: %d moves of a value that is not known have %q in %d places, %q in %d", format, len(r.Start.Moves),
				c.unknown, strings.Count(c.report, c.unknown), c.accused, strings.Count(c.report, c.accused))
		}
	}
	if want := `zermelo solve "my sheets/tron.kif"`; !strings.Contains(html.String(), template.HTMLEscapeString(want)) || !strings.Contains(strings.Join(strings.Fields(text.String()), " "), want) {
		t.Errorf("the page or the text does not say %s", want)
	}
	if !strings.Contains(html.String(), "says that what the position was worth is proven, as is that") {
		t.Error("the page does not say that moves are the only ones in proven positions alone")
	}
	for _, wrong := range []string{"A line of perfect play", "is proven by a strategy", "<dt>digest", ">digest<"} {
		if strings.Contains(html.String(), wrong) {
			t.Errorf("the page says %q", wrong)
		}
	}
}

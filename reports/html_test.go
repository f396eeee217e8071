package reports

import (
	"bytes"
	"fmt"
	"html"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/solver/value"
)

// htmlOf writes the page of a small game.
func htmlOf(t *testing.T, b Book, r *Report, depth int) string {
	t.Helper()
	g, err := NewGallery(b, r, depth)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := HTML(&out, r, g); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// between cuts the part of a page from one text to the next.
func between(t *testing.T, page, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, from)
	part, _, end := strings.Cut(rest, to)
	if !ok || !end {
		t.Fatalf("the page has nothing between %q and %q", from, to)
	}
	return part
}

var tag = regexp.MustCompile(`(?s)<svg.*?</svg>|<div class="notes">.*?</div>|<[^>]*>`)

// cells are the texts of the cells of the first table in a part of a page,
// without the heading.
func cells(t *testing.T, part string) [][]string {
	t.Helper()
	var rows [][]string
	for _, row := range strings.Split(between(t, part, "<tbody>", "</tbody>"), "<tr>")[1:] {
		var texts []string
		for _, cell := range regexp.MustCompile(`(?s)<t[dh][^>]*>.*?</t[dh]>`).FindAllString(row, -1) {
			texts = append(texts, strings.TrimSpace(html.UnescapeString(tag.ReplaceAllString(cell, ""))))
		}
		rows = append(rows, texts)
	}
	return rows
}

// TestHTMLByRules holds what the page shows of moves, the line and the opening
// tree against values by plain recursion over the rules.
func TestHTMLByRules(t *testing.T) {
	for _, spec := range []string{"tron:size=3x4", "breakthrough:size=3x4,rows=1,captures=diagonal", "skirmish:steps=4", "coordination:rounds=3"} {
		t.Run(spec, func(t *testing.T) {
			b := solvedBook(t, spec)
			r, err := New(b)
			if err != nil {
				t.Fatal(err)
			}
			page := htmlOf(t, b, r, 3)
			referee, ok := b.(*book[uint64])
			if !ok {
				t.Skip("not a game of one-word states")
			}
			g := referee.game
			names := games.NotationOf(g).Moves(g.Start())
			children, _ := g.Expand(nil, nil, []uint64{g.Start()})
			naive := newNaive(g)
			want := map[string]string{}
			for i, name := range append(names[0], names[1]...) {
				want[name] = Words(b.Info(), naive.of(children[i]))
			}
			rows := cells(t, between(t, page, `<section id="moves">`, "</section>"))
			if len(rows) != len(want) {
				t.Fatalf("%d first moves, want %d", len(rows), len(want))
			}
			for _, row := range rows {
				if row[3] != want[row[2]] {
					t.Errorf("%s: %q, want %q", row[2], row[3], want[row[2]])
				}
			}
			checkStrip(t, g, b.Info(), naive, between(t, page, `<ol class="strip">`, "</ol>"))
		})
	}
}

// checkStrip follows the moves of the strip by the rules.
func checkStrip(t *testing.T, g games.Game[uint64], info *games.Info, naive *naive[uint64], strip string) {
	t.Helper()
	state := g.Start()
	for i, item := range strings.Split(strip, "<li>")[1:] {
		text := strings.Join(strings.Fields(html.UnescapeString(tag.ReplaceAllString(item, " "))), " ")
		names := games.NotationOf(g).Moves(state)
		children, _ := g.Expand(nil, nil, []uint64{state})
		keep, played := 0, -1
		mover := naive.mover(state)
		for at, name := range append(names[0], names[1]...) {
			if naive.of(children[at]).Payoff[mover].Cmp(naive.of(state).Payoff[mover]) == 0 {
				keep++
			}
			if strings.HasPrefix(text, fmt.Sprintf("%d. %s ", i+1, name)) {
				played = at
			}
		}
		if played < 0 {
			t.Fatalf("step %d, %q, is not legal", i+1, text)
		}
		if got, want := strings.Contains(text, "only move"), keep == 1 && len(children) > 1; got != want {
			t.Errorf("step %d, %q: %d of %d moves keep the value", i+1, text, keep, len(children))
		}
		if state = children[played]; !strings.HasSuffix(text, Words(info, naive.of(state))) {
			t.Errorf("step %d, %q, want %q", i+1, text, Words(info, naive.of(state)))
		}
	}
	if children, _ := g.Expand(nil, nil, []uint64{state}); len(children) > 0 {
		t.Error("the strip ends before the game does")
	}
}

// TestHTMLAlone checks that pages need nothing from elsewhere and that all
// their elements are closed.
func TestHTMLAlone(t *testing.T) {
	for _, spec := range smallGames() {
		b := solvedBook(t, spec)
		r, err := New(b)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Measure(t.Context(), b, true); err != nil {
			t.Fatal(err)
		}
		checkAlone(t, spec, htmlOf(t, b, r, 2))
	}
}

func TestGalleryDepth(t *testing.T) {
	b := solvedBook(t, "tron:size=3x4")
	r, err := New(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, depth := range []int{-1, MaxDepth + 1} {
		if _, err := NewGallery(b, r, depth); err == nil {
			t.Errorf("a depth of %d is no error", depth)
		}
	}
	g, err := NewGallery(b, r, 0)
	if err != nil || len(g.Openings) != 0 {
		t.Errorf("depth 0: %d moves, error %v", len(g.Openings), err)
	}
	// The start has four moves, one of which ends the game; after the others
	// blue has four, four and four by the rules: all moves to cells of the board.
	g, err = NewGallery(b, r, 2)
	if err != nil {
		t.Fatal(err)
	}
	var lengths []int
	for _, o := range g.Openings {
		lengths = append(lengths, len(o.Replies))
	}
	if got, want := fmt.Sprint(lengths), "[4 4 4 0]"; got != want {
		t.Errorf("replies %s, want %s", got, want)
	}
}

func TestOnlyMove(t *testing.T) {
	known := value.Outcome{Payoff: [2]*big.Rat{new(big.Rat), new(big.Rat)}}
	keeps, loses, open := Move{Outcome: known, Keeps: KeptYes}, Move{Outcome: known, Keeps: KeptNo}, Move{}
	for _, tt := range []struct {
		moves []Move
		mover int
		want  bool
	}{
		{[]Move{keeps, loses}, 0, true},
		{[]Move{keeps, loses}, 1, true},
		{[]Move{keeps, loses}, -1, false}, // both choose at once
		{[]Move{keeps, keeps}, 0, false},
		{[]Move{keeps}, 0, false},
		{[]Move{keeps, open}, 0, false}, // it may keep the value, too
	} {
		if got := onlyMove(&Position{Mover: tt.mover, Moves: tt.moves}); got != tt.want {
			t.Errorf("mover %d, %d moves: %v, want %v", tt.mover, len(tt.moves), got, tt.want)
		}
	}
}

package render

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/reports/words"
)

// htmlOf returns the page of a small game.
func htmlOf(t *testing.T, b solved.Game, r *model.Report, depth int) string {
	t.Helper()
	g, err := model.NewPictureSet(b, r, depth)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := renderHTML(&out, r, g, ""); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestHTMLByRules compares the moves, the line and the opening tree on the page with values
// from plain recursion over the rules.
func TestHTMLByRules(t *testing.T) {
	for _, spec := range []string{"tron:size=3x4", "breakthrough:size=3x4,rows=1,captures=diagonal", "skirmish:steps=4", "coordination:rounds=3"} {
		t.Run(spec, func(t *testing.T) {
			b := reportstest.SolvedGame(t, spec)
			r, err := model.New(b)
			if err != nil {
				t.Fatal(err)
			}
			page := htmlOf(t, b, r, 3)
			g, ok := reportstest.Variant(t, spec).(games.Game[uint64])
			if !ok {
				t.Skip("not a game of one-word states")
			}
			names := games.NotationOf(g).Moves(g.Start())
			children, _ := g.Expand(nil, nil, []uint64{g.Start()})
			naive := reportstest.NewNaive(g)
			want := map[string]string{}
			for i, name := range append(names[0], names[1]...) {
				want[name] = words.Outcome(b.Info().WithoutUnit(), naive.Of(children[i]))
			}
			if strings.Index(page, `<section id="rules">`) > strings.Index(page, `<section id="answer">`) {
				t.Error("the rules do not come first")
			}
			if drawn := strings.Contains(page, "<title>First moves</title>"); drawn != (r.Start.Drawing.Width > 0) {
				t.Errorf("a board of first moves: %v", drawn)
			}
			shown := 0
			for _, group := range strings.Split(between(t, page, `<section id="moves">`, "</section>"), "<h3>")[1:] {
				head, boards, _ := strings.Cut(group, "</h3>")
				value, count, _ := strings.Cut(tags.ReplaceAllString(head, ""), ": ")
				moves := regexp.MustCompile(`<code>(.*?)</code>`).FindAllStringSubmatch(boards, -1)
				if count != words.Plural(int64(len(moves)), "move") {
					t.Errorf("%s: %s, and %d names", value, count, len(moves))
				}
				for _, m := range moves {
					if title := "<title>" + m[1] + ": " + value + "</title>"; strings.Contains(page, "<title>First moves</title>") && !strings.Contains(page, title) {
						t.Errorf("%s is not on the board of first moves", title)
					}
					if want[m[1]] != value {
						t.Errorf("%s: %q, want %q", m[1], value, want[m[1]])
					}
				}
				shown += len(moves)
			}
			if shown != len(want) {
				t.Fatalf("%d first moves, want %d", shown, len(want))
			}
			checkSteps(t, g, b.Info(), naive, between(t, page, `<ol class="strip">`, "</ol>"))
		})
	}
}

// checkSteps checks the moves of the line against the rules.
func checkSteps(t *testing.T, g games.Game[uint64], info *games.Info, naive *reportstest.Naive[uint64], strip string) {
	t.Helper()
	state := g.Start()
	for i, item := range strings.Split(strip, "<li>")[1:] {
		text := strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(item, " "))), " ")
		names := games.NotationOf(g).Moves(state)
		children, _ := g.Expand(nil, nil, []uint64{state})
		keep, played := 0, -1
		mover := naive.Mover(state)
		for at, name := range append(names[0], names[1]...) {
			if naive.Of(children[at]).Payoff[mover].Cmp(naive.Of(state).Payoff[mover]) == 0 {
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
		if state = children[played]; !strings.HasSuffix(text, words.Outcome(info, naive.Of(state))) {
			t.Errorf("step %d, %q, want %q", i+1, text, words.Outcome(info, naive.Of(state)))
		}
	}
	if children, _ := g.Expand(nil, nil, []uint64{state}); len(children) > 0 {
		t.Error("the strip ends before the game does")
	}
}

// TestHTMLAlone checks that pages are self-contained and that all their elements are closed.
func TestHTMLAlone(t *testing.T) {
	for _, spec := range reportstest.SmallGames() {
		b := reportstest.SolvedGame(t, spec)
		r, err := model.New(b)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Measure(t.Context(), b, true); err != nil {
			t.Fatal(err)
		}
		page := htmlOf(t, b, r, 2)
		if checkAlone(t, spec, page); strings.Contains(page, "<script") {
			t.Errorf("%s: the page has a script", spec)
		}
	}
}

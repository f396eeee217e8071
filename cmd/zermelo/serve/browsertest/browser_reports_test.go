package browsertest

import (
	"encoding/json"
	"strings"

	"github.com/chromedp/chromedp"

	"zermelo/cmd/zermelo/command"
	"zermelo/games/builtin"
	"zermelo/reports/compare"
	"zermelo/reports/render"
)

// testReport follows the link from a board of a report to its position.
func testReport(b *tab) {
	b.do(chromedp.Navigate(b.site + "/api/tictactoe/report?format=html"))
	b.says("#answer", "X moves first, and each of the 9 moves keeps the draw.")
	b.click("#moves a")
	b.settle()
	b.says("#value", "O to move: draw in 8 plies.")
}

// show replaces the page by an HTML document.
func (b *tab) show(page string) {
	b.Helper()
	text, err := json.Marshal(page)
	if err != nil {
		b.Fatal(err)
	}
	b.do(chromedp.Navigate("about:blank"))
	b.run("document.open(), document.write(" + string(text) + "), document.close()")
}

// testScorePage shows a score on a phone. The values before and after the worst moves must not be
// squeezed into a word per line, and only columns of names are wide.
func testScorePage(b *tab) {
	db := b.TempDir()
	solveInto(b.T, db, "connect4:size=4x4")
	var page, errs strings.Builder
	o := command.Options{Registry: builtin.Registry(), Stdin: strings.NewReader("1 2 1 2 1 3 4"), Stdout: &page, Stderr: &errs}
	if code := command.Run(b.Context(), o, "score", "--db", db, "connect4:size=4x4", "-", "--format", "html"); code != 0 {
		b.Fatalf("score: exit code %d: %s", code, &errs)
	}
	b.do(chromedp.EmulateViewport(390, 800))
	b.show(page.String())
	widths := eval[[]float64](b, `[...[...document.querySelectorAll(".sorted")].at(-1).tBodies[0].rows[0].cells].map((c) => c.offsetWidth)`)
	if len(widths) != 8 || widths[1] > 70 || min(widths[5], widths[6]) < 110 {
		b.Errorf("the columns of the worst moves have widths %v, want at most 70 pixels for the ply and at least 110 for values", widths)
	}
}

// testSort sorts a comparison by numbers in both directions and by names.
// Unknown values must come last.
func testSort(b *tab) {
	c := &compare.Comparison{Games: []compare.Compared{
		{Game: "b:size=10", Value: "draw", Plies: 9, LongestWin: -1, States: new(int64(1200))},
		{Game: "a", Value: "draw", Plies: 10, LongestWin: -1},
		{Game: "b:size=9", Value: "draw", Plies: -1, LongestWin: -1, States: new(int64(34))},
	}}
	var page strings.Builder
	if err := render.CompareHTML(&page, c); err != nil {
		b.Fatal(err)
	}
	b.show(page.String())
	for _, step := range []struct{ column, order string }{
		{"states", "3 1 2"}, {"states", "1 3 2"}, {"plies", "1 2 3"}, {"game", "2 3 1"}, {"#", "1 2 3"},
	} {
		b.run(`[...document.querySelectorAll(".sorted button")].find((b) => b.textContent === "` + step.column + `").click()`)
		if got := eval[string](b, `[...document.querySelectorAll(".sorted tbody tr")].map((row) => row.cells[0].textContent).join(" ")`); got != step.order {
			b.Errorf("sorted by %s: %s, want %s", step.column, got, step.order)
		}
	}
}

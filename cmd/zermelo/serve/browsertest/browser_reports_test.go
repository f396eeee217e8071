package browsertest

import (
	"encoding/json"
	"strings"

	"github.com/chromedp/chromedp"

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
	text, err := json.Marshal(page.String())
	if err != nil {
		b.Fatal(err)
	}
	b.do(chromedp.Navigate("about:blank"))
	b.run("document.open(), document.write(" + string(text) + "), document.close()")
	for _, step := range []struct{ column, order string }{
		{"states", "3 1 2"}, {"states", "1 3 2"}, {"plies", "1 2 3"}, {"game", "2 3 1"}, {"#", "1 2 3"},
	} {
		b.run(`[...document.querySelectorAll(".sorted button")].find((b) => b.textContent === "` + step.column + `").click()`)
		if got := eval[string](b, `[...document.querySelectorAll(".sorted tbody tr")].map((row) => row.cells[0].textContent).join(" ")`); got != step.order {
			b.Errorf("sorted by %s: %s, want %s", step.column, got, step.order)
		}
	}
}

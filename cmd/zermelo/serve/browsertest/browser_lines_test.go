package browsertest

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"
)

// testHistory plays a move that turns a win into a loss, and returns by
// clicking the graph.
func testHistory(b *tab) {
	b.goTo("/?table=" + pawns)
	b.press("b")
	b.says("#value", "white wins in 8 plies")
	b.press("bb")
	b.says("#value", "white wins in 6 plies")
	b.click("#first")
	b.says("#value", "white wins in 9 plies")
	b.blunder()
	if marks := eval[string](b, `[...document.querySelectorAll("#graph .mark")].map((m) => m.textContent).join()`); marks != "??" {
		b.Errorf("the graph has the marks %q, want ??", marks)
	}
	b.says("#line", "1. b1-b2??, a win given away")
	b.press("b")
	b.says("#value", "black wins in 6 plies")
	if plies := eval[string](b, `[...document.querySelectorAll("#graph text:not(.mark)")].map((m) => m.textContent).join()`); plies != "0,1,2" {
		b.Errorf("the axis has the plies %q, want 0,1,2", plies)
	}
	if graph, board := b.box(`document.querySelector("#history")`), b.box(`document.querySelector(".frame")`); graph.Left < board.Right || graph.Bottom > 900 {
		b.Errorf("the history %v is not beside the board %v on a screen with a height of 900", graph, board)
	}
	where := b.box(`document.querySelector("#graph svg")`)
	b.run(fmt.Sprintf(`document.querySelector("#graph svg").dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: %f, clientY: %f }))`,
		where.Left+(where.Right-where.Left)/6, where.Top+20))
	b.says("#value", "white wins in 9 plies")
}

// testTree explores two lines and checks that both survive a reload.
func testTree(b *tab) {
	b.goTo("/?table=" + pawns)
	b.press("bb")
	b.says("#value", "white wins in 7 plies")
	b.click("#first")
	b.says("#value", "white wins in 9 plies")
	b.blunder()
	b.click("#tab-tree")
	b.do(chromedp.Reload())
	b.settle()
	if moves := eval[string](b, `[...document.querySelectorAll("#tree button")].map((m) => m.firstChild.textContent).join()`); moves != "start of this line,1. a2-a3,1. b1-b2,2. a4-a3" && !strings.Contains(moves, "1. b1-b2") {
		b.Errorf("the tree has %s", moves)
	}
	if n := eval[int](b, `document.querySelectorAll("#tree .variations li").length`); n != 1 {
		b.Errorf("%d variations, want 1", n)
	}
	b.click("#tree .root > button:nth-of-type(3)")
	b.says("#value", "white wins in 7 plies")
	b.says("#line", "2. ")
	b.click("#tree-clear")
	b.until(`document.querySelectorAll("#tree button").length === 0`, "the tree to be forgotten")
}

// testShare saves a line as JSON and the board as a picture, and imports lines
// from text.
func testShare(b *tab) {
	b.goTo("/?table=" + pawns)
	b.press("bb")
	b.says("#value", "white wins in 7 plies")
	moves := eval[[]string](b, `[...document.querySelectorAll("#line button")].slice(1).map((m) => m.firstChild.textContent.replace(/^\d+\. /, ""))`)
	b.click("#tab-line")
	b.run(`window.saved = [], HTMLAnchorElement.prototype.click = () => {}, URL.createObjectURL = (blob) => (saved.push(blob), "blob:none")`)
	b.click("#save-json")
	var line struct {
		Game  string
		Moves []string
	}
	text := eval[string](b, `saved.at(-1).text()`)
	if err := json.Unmarshal([]byte(text), &line); err != nil || line.Game != pawns || strings.Join(line.Moves, " ") != strings.Join(moves, " ") {
		b.Errorf("saved %s, want the moves %v of %s (%v)", text, moves, pawns, err)
	}
	b.click("#save-svg")
	b.until(`saved.at(-1).type === "image/svg+xml"`, "the picture as SVG")
	if svg := eval[string](b, `saved.at(-1).text()`); !strings.Contains(svg, `fill="rgb(`) || strings.Contains(svg, "var(") || strings.Contains(svg, "<use") || strings.Count(svg, "<text") != 7 {
		b.Errorf("the picture has no 7 labels, or needs other files: %.300s", svg)
	}
	b.click("#save-png")
	b.until(`saved.at(-1).type === "image/png" && saved.at(-1).size > 1000`, "the picture as PNG")

	b.click("#import-open summary")
	play := func(line string) {
		b.run(fmt.Sprintf(`document.getElementById("import").value = %q`, line))
		b.click(`#import-form [type="submit"]`)
	}
	play("1. b1-b2?? c9")
	b.says("#import-error", `Move 2, "c9", is not legal.`)
	play("1. b1-b2??")
	b.says("#value", "black wins in 7 plies")
	play(text)
	b.says("#value", "white wins in 7 plies")
	b.says("#line", "2. ")
}

// testLost loses a drawn game of tic-tac-toe, and tries again.
func testLost(b *tab) {
	b.goTo("/?table=tictactoe&p=xx./.o./...")
	b.playAs(1, "perfect")
	b.cell("a1")
	b.says("#remark", "You lost against perfect: 0 of 1 move kept the value (0 %). Your best so far: lost, 0 %.")
	b.says("#value", "The game is over: x has won.")
	b.says("#remark", "You lost the game at move 1, a1.")
	b.click("#remark button")
	b.says("#value", "O to move")
	if n := eval[int](b, `document.querySelectorAll("#line li").length`); n != 1 {
		b.Errorf("the line has %d entries, want the start only", n)
	}
	if n := eval[int](b, `document.querySelectorAll("#explorer .badge").length`); n != 0 {
		b.Errorf("%d values are visible in the second attempt", n)
	}
}

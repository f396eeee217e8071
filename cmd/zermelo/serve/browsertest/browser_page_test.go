package browsertest

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The games of these tests. It is well known that tic-tac-toe is a draw and
// that the first player loses Wythoff's 3 5. The other values come from the
// tables.
const (
	pawns   = "breakthrough:size=3x4,rows=1,captures=diagonal"
	racers  = "tron:size=3x5,turns=simultaneous"
	walkers = "tron:size=3x4"
	pair    = "coordination:rounds=2,turns=simultaneous"
	// Moves start in some cells where others end.
	squares = "quixo:size=3x3"
	// Wins differ in score.
	leads = "connect4:size=3x4,connect=3"
)

// TestPage uses the page in a browser.
func TestPage(t *testing.T) {
	browser := startBrowser(t)
	site := startServer(t, "kalah:pits=2,seeds=1", "nim:piles=3+5", "domineering:size=3x3", "dots-and-boxes:boxes=1x2", walkers, "tictactoe", "pig:target=10", pawns, racers, pair, "hex:size=3x3", squares, leads, sheet, chase, three, placing)
	for _, test := range []struct {
		name string
		run  func(*tab)
	}{
		{"choose a game", testChoose},
		{"best line to the end", testBestLine},
		{"moves on the board", testBoard},
		{"boards as reports draw them", testDrawings},
		{"a first click is where the move begins", testFirstClick},
		{"what is not known accuses no move", testNotKnown},
		{"link to a position", testLink},
		{"set up a position", testSetUp},
		{"wrong positions", testWrong},
		{"live search", testLive},
		{"few requests and quick clicks", testQuick},
		{"light and dark", testColours},
		{"against perfect play", testOpponent},
		{"while the opponent thinks", testThinking},
		{"opponents in turn", testThree},
		{"three at once", testChase},
		{"play on", testPlayOn},
		{"hidden values", testHidden},
		{"hexagons", testHexagons},
		{"matrix", testMatrix},
		{"game of any sum", testAnySum},
		{"scores", testScores},
		{"rule sheet", testSheet},
		{"kinds of moves", testKinds},
		{"cells of a sheet's moves", testTargets},
		{"large buttons without a board", testLargeButtons},
		{"keys", testKeys},
		{"digits", testDigits},
		{"quick keys all count", testQuickKeys},
		{"trying again keeps the line", testTryAgain},
		{"a reload keeps the mode", testReload},
		{"narrow screens", testNarrow},
		{"board first", testBoardFirst},
		{"best line beside the board", testBestLineBeside},
		{"print", testPrint},
		{"one signal a move", testSignals},
		{"hues of values and players", testHues},
		{"colours with deuteranopia", testColourBlind},
		{"dragging", testDrag},
		{"turned round", testTurned},
		{"history with marks", testHistory},
		{"tree of lines", testTree},
		{"lines and pictures to take along", testShare},
		{"after a lost game", testLost},
		{"graded opponents", testOpponents},
		{"score card and hints", testScoreCard},
		{"tree opponent", testTreeOpponent},
		{"puzzle", testPuzzle},
		{"both heads", testHeads},
		{"palette", testPalette},
		{"traces of the line", testTraces},
		{"the row that has won", testWon},
		{"pits and scores", testPits},
		{"hands", testHands},
		{"how hard a game is", testHowHard},
		{"where pits and piles are clicked", testPitsAndPiles},
		{"from a report to the board", testReport},
		{"sorting a comparison", testSort},
		{"score on a phone", testScorePage},
		{"random moves", testChance},
		{"a game with random moves", testChanceGame},
		{"accessibility", testAccessibility},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(newTab(t, browser, site)) })
	}
}

func testChoose(b *tab) {
	b.goTo("/")
	b.says("#games-count", "17 solved games")
	b.click(`a[href="/?table=tictactoe"]`)
	b.says("#value", "X to move: draw in 9 plies.")
	if n := eval[int](b, `document.querySelectorAll(".cell").length`); n != 9 {
		b.Errorf("%d cells, want 9", n)
	}
	if n := eval[int](b, `document.querySelectorAll(".move").length`); n != 9 {
		b.Errorf("%d moves, want 9", n)
	}
	b.do(chromedp.NavigateBack())
	b.says("#games-title", "Choose a game")
	b.until(`!document.getElementById("games").hidden`, "the list of games")
}

func testBestLine(b *tab) {
	b.goTo("/?table=" + pawns)
	b.says("#value", "White to move: white wins in 9 plies.")
	for left := 8; left > 0; left-- {
		b.click(".move")
		b.says("#value", fmt.Sprintf("white wins in %d pl", left))
	}
	b.click(".move")
	b.says("#value", "The game is over: white has won.")
	if n := eval[int](b, `document.querySelectorAll("#line li").length`); n != 10 {
		b.Errorf("the line has %d entries, want the start and 9 moves", n)
	}
	if n := eval[int](b, `document.querySelectorAll("#graph rect.f-white").length`); n != 10 {
		b.Errorf("the graph has %d bars for white, want 10", n)
	}
	b.do(chromedp.NavigateBack())
	b.says("#value", "white wins in 1 ply")
	b.do(chromedp.NavigateBack())
	b.says("#value", "white wins in 2 plies")
	b.do(chromedp.NavigateForward())
	b.says("#value", "white wins in 1 ply")
	b.click("#first")
	b.says("#value", "white wins in 9 plies")
	b.click("#forward")
	b.says("#value", "white wins in 8 plies")
	b.click("#last")
	b.says("#value", "white has won")
	b.click("#tab-line")
	b.click("#line li:nth-child(4) button")
	b.says("#value", "white wins in 6 plies")
	b.do(chromedp.Reload())
	b.settle()
	b.says("#panel-line:not([hidden]) #line", "9. ")
}

// testBoard plays b1-b2, the fifth move of the list, which turns a win into a
// draw.
func testBoard(b *tab) {
	b.goTo("/?table=" + pawns)
	b.cell("b1")
	b.says("#moves-title", "3 of 7 moves")
	b.cell("b2")
	b.says("#value", "Black to move: black wins in 7 plies.")
	if p := b.shown(); p != "bbb/.../.w./w.w:b" {
		b.Errorf("the URL contains position %q", p)
	}
	b.says("#remark", "White's b1-b2 was a mistake. Before it: white wins in 9 plies")
	b.says("#live", "b1-b2. Black to move: black wins in 7 plies.")
	if piece := eval[string](b, `(({ firstChild: e }) => e.firstChild.getAttribute("href") + " " + e.firstChild.getAttribute("class"))(document.getElementById("value"))`); piece != "#z-pawn p-black" {
		b.Errorf("before the sentence stands %q, want a black pawn", piece)
	}
	if slash := eval[string](b, `getComputedStyle(document.querySelector(".title h1"), "::before").content`); slash != `"/" / ""` {
		b.Errorf("screen readers read the separator %s before the title", slash)
	}
	if marked := eval[string](b, `[...document.querySelectorAll(".cell.last")].map((c) => c.dataset.name).join()`); marked != "b2,b1" {
		b.Errorf("marked as changed: %s, want b2,b1", marked)
	}
}

// testHexagons compares the positions of cells with the hexagons below them,
// and plays a move.
func testHexagons(b *tab) {
	b.goTo("/?table=hex:size%3D3x3")
	b.says("#value", "First to move: first wins in 5 plies.")
	if far := eval[float64](b, `Math.max(...[...document.querySelectorAll("#board svg .f-board")].map((drawn, at) => {
		const [a, b] = [drawn, document.querySelectorAll(".cell")[at]].map((n) => n.getBoundingClientRect());
		return Math.max(Math.abs(a.left - b.left), Math.abs(a.top - b.top), Math.abs(a.right - b.right), Math.abs(a.bottom - b.bottom));
	}))`); far > 4 {
		b.Errorf("a cell is %.0f pixels away from its hexagon", far)
	}
	b.cell("b2")
	b.says("#line", "1. b2")
	b.says("#value", "Second to move: first wins in 4 plies.")
}

// testLink opens the URL of a position in another tab, and a hand-typed URL.
func testLink(b *tab) {
	b.goTo("/?table=" + pawns + "&p=bbb/.../.w./w.w:b")
	b.says("#value", "Black to move: black wins in 7 plies.")
	b.click(".move")
	b.says("#value", "White to move: black wins in 6 plies.")
	address := eval[string](b, "location.pathname + location.search")
	board := eval[string](b, `document.querySelector("#board svg").outerHTML`)
	other := newTab(b.T, b.ctx, b.site)
	other.goTo(address)
	other.says("#value", "White to move: black wins in 6 plies.")
	if got := eval[string](other, `document.querySelector("#board svg").outerHTML`); got != board {
		b.Errorf("the board of the link differs:\n%s\n%s", got, board)
	}
	other.goTo("/?table=tron:turns=alternating,size=3x4")
	other.says("#value", "to move")
	if id := eval[string](other, `new URL(location.href).searchParams.get("table")`); id != walkers {
		b.Errorf("the URL contains table %q, want %q", id, walkers)
	}
	b.goTo("/?table=nim")
	b.says("#trouble-text", `No table "nim".`)
	b.click(`#trouble-ways a`)
	b.says("#games-count", "17 solved games")
}

func testSetUp(b *tab) {
	b.goTo("/?table=tictactoe")
	b.click("#edit-open")
	b.run(`notation.select()`)
	b.press("xo./.../..." + kb.Enter)
	b.says("#value", "X to move: x wins in 5 plies.")
	if p := b.shown(); p != "xo./.../..." {
		b.Errorf("the URL contains position %q", p)
	}
	// Clicks cycle through the contents of a cell.
	b.cell("b2")
	b.until(`document.getElementById("notation").value !== "xo./.../..."`, "the field to follow the board")
	for range 3 {
		if eval[string](b, `document.getElementById("notation").value`) == "xo./.x./..." {
			break
		}
		b.cell("b2")
	}
	b.says("#edit-hint", "x wins in 4 plies.")
	b.click(`#edit-form [type="submit"]`)
	b.says("#value", "O to move: x wins in 4 plies.")
	b.do(chromedp.NavigateBack())
	b.says("#value", "X to move: x wins in 5 plies.")
}

func testWrong(b *tab) {
	b.expected = []string{"status of 400", "status of 422"}
	b.goTo("/?table=tictactoe")
	b.click("#edit-open")
	b.do(chromedp.SetValue("#notation", "xo/.."))
	b.click(`#edit-form [type="submit"]`)
	b.says("#edit-error", `position "xo/.."`)
	if !eval[bool](b, `document.activeElement.id === "notation" && document.activeElement.getAttribute("aria-invalid") === "true"`) {
		b.Error("the field is not marked as invalid, or has lost the focus")
	}
	b.says("#value", "draw in 9 plies")
	b.goTo("/?table=" + pawns + "&p=rubbish")
	b.says("#trouble-text", `position "rubbish"`)
}

func testColours(b *tab) {
	ground := func() string {
		return eval[string](b, `getComputedStyle(document.body).backgroundColor`)
	}
	const light, dark = "rgb(255, 255, 255)", "rgb(25, 24, 23)"
	b.goTo("/?table=tictactoe")
	for _, test := range []struct{ system, chosen, want string }{
		{"light", "", light}, {"dark", "", dark}, {"dark", "light", light}, {"light", "dark", dark},
	} {
		b.colours(test.system)
		b.run(fmt.Sprintf(`theme.value = %q, theme.dispatchEvent(new Event("change"))`, test.chosen))
		if got := ground(); got != test.want {
			b.Errorf("system %s, chosen %q: the page is %s, want %s", test.system, test.chosen, got, test.want)
		}
	}
	b.goTo("/?table=tictactoe")
	if got := ground(); got != dark {
		b.Errorf("the choice of dark was lost: the page is %s", got)
	}
}

// testOpponent plays tic-tac-toe as o with best moves, which must end in a
// draw.
func testOpponent(b *tab) {
	b.goTo("/?table=tictactoe")
	b.playAs(1, "perfect")
	for n := 2; n < 9; n += 2 {
		b.until(fmt.Sprintf(`document.querySelectorAll("#line li").length === %d && document.getElementById("value").textContent === "O to move."`, n), "the reply")
		b.press("b") // plays nothing
		b.click("#hint")
		b.says("#play-said", "A good move is ")
		b.run(`[...document.querySelectorAll(".move")].find((m) => document.getElementById("play-said").textContent.endsWith(" " + m.textContent + ".")).click()`)
	}
	b.says("#value", "The game is over: drawn.")
	b.says("#remark", "You drew against perfect: 4 of 4 moves kept the value (100 %), with 4 hints. Your best so far: drawn, 100 %.")
	b.do(chromedp.NavigateBack())
	b.says("#value", "O to move: draw in 2 plies.")
	b.click("#back")
	b.says("#value", "O to move: draw in 4 plies.")
}

// testThinking plays a1 and then, while the opponent thinks, clicks every 50 ms on
// all that moves or takes back, and presses the keys. Only the opponent may move.
func testThinking(b *tab) {
	b.goTo("/?table=tictactoe")
	b.playAs(0, "perfect")
	b.cell("a1")
	b.says("#waiting", "O is thinking …")
	b.run(`window.shown = [], window.busy = setInterval(() => {
		if (document.getElementById("waiting").textContent === "") {
			clearInterval(busy);
			return;
		}
		for (const e of document.querySelectorAll("#board .cell, .move, #line button, #best, #auto, #back, #first, #last, #forward, #take-back, #remark button")) e.click();
		document.querySelector("#graph svg")?.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: 1 }));
		for (const key of ["1", "5", "b", "p", "ArrowLeft", "Home", "End", "Escape"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
		document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true, cancelable: true }));
		shown.push(document.getElementById("line").textContent);
	}, 50)`)
	b.says("#value", "X to move")
	lines := eval[[]string](b, `shown`)
	for _, line := range lines {
		if line != "start of the line1. a1" {
			b.Fatalf("while the opponent thinks, the line becomes %q", line)
		}
	}
	if n := eval[int](b, `document.querySelectorAll("#line li").length`); n != 3 || len(lines) < 5 {
		b.Errorf("the line has %d entries after %d rounds of clicks, want the start and 2 moves", n, len(lines))
	}
	// A look at a position of the opponent does not give the opponent's moves away.
	b.click("#first")
	b.click("#forward")
	b.says("#value", "O to move")
	b.press("1b")
	b.cell("b1")
	b.click("#waiting button")
	b.says("#value", "X to move")
	if n := eval[int](b, `document.querySelectorAll("#line li").length`); n != 3 {
		b.Errorf("the line has %d entries after the opponent repeated its move, want 3", n)
	}
}

// testDigits plays the third column, which is not the third move of the list, and in
// another game the third move of the list.
func testDigits(b *tab) {
	b.goTo("/?table=" + url.QueryEscape(leads) + "&p=1")
	if moves := eval[string](b, `[...document.querySelectorAll(".move code")].map((m) => m.textContent).join()`); moves != "3,1,2" {
		b.Fatalf("the moves are %s, want 3,1,2", moves)
	}
	b.press("9")
	b.press("3")
	b.says("#line", "1. 3")
	b.goTo("/?table=tictactoe")
	third := eval[string](b, `document.querySelectorAll(".move code")[2].textContent`)
	b.press("3")
	b.says("#line", "1. "+third)
}

func testPlayOn(b *tab) {
	b.goTo("/?table=" + pawns + "&p=bbb/.../.w./w.w:b")
	for left := 6; left >= 3; left-- {
		b.click("#best")
		b.says("#value", fmt.Sprintf("black wins in %d plies", left))
	}
	b.click("#auto")
	b.says("#auto", "Stop")
	b.says("#value", "The game is over: black has won.")
	b.says("#auto", "Play on")
	b.do(chromedp.NavigateBack())
	b.says("#value", "Black to move: black wins in 3 plies.")
}

// testHidden looks for values in all parts of the page while a person plays. At the
// end they are back, and stay while the person steps through the game.
func testHidden(b *tab) {
	values := func(want bool) {
		b.Helper()
		found := eval[[]string](b, `[...explorer.querySelectorAll(".badge, .mark, .best, .gives, .edge-win, .edge-loss, .likely, .chance")].filter((e) => e.checkVisibility()).map((e) => e.outerHTML)`)
		if all := b.text("#live") + eval[string](b, `document.title + explorer.innerText + [...explorer.querySelectorAll("[aria-label],[title]")].filter((e) => e.checkVisibility()).map((e) => e.ariaLabel + e.title).join()`); strings.Contains(all, "wins in") || strings.Contains(all, "mistake") {
			found = append(found, all)
		}
		if (len(found) > 0) != want {
			b.Errorf("values are visible: %v, want %v: %.2000q", !want, want, found)
		}
	}
	b.goTo("/?table=" + pawns)
	b.blunder()
	b.says("#best-line:not([hidden])", "8. ")
	values(true)
	b.click("#restart")
	b.says("#value", "white wins in 9 plies")
	b.click("#play-open")
	b.says("#value", "White to move.")
	for _, tab := range []string{"line", "tree", "play", "rules", "report", "moves"} {
		b.click("#tab-" + tab)
		values(false)
		for _, id := range []string{"history", "best-line", "edit", "reports", "hard"} {
			if eval[bool](b, fmt.Sprintf("document.getElementById(%q).checkVisibility()", id)) {
				b.Errorf("#%s is visible in the tab %s during the game", id, tab)
			}
		}
	}
	if got := b.text("#value"); got != "White to move." {
		b.Errorf("the heading says %q", got)
	}
	if first := b.text(".move code"); first != "a1-a2" {
		b.Errorf("the first move is %s, want moves sorted by name", first)
	}
	hover := func(selector string) string {
		b.Helper()
		return eval[string](b, fmt.Sprintf(`document.querySelector(%q).dispatchEvent(new Event("mouseenter")), document.querySelector(".arrows").innerHTML`, selector))
	}
	if got, want := hover(`.cell[data-name="c2"]`), hover(".move:nth-child(5)"); got != want || got == "" {
		b.Errorf("the arrow to c2 is %s, want that of b1-c2, the first by name", got)
	}
	if share := eval[float64](b, `Math.abs(bar.firstChild.offsetHeight / bar.lastChild.offsetHeight - 1)`); share > 0.1 {
		b.Errorf("the parts of the bar differ by %v", share)
	}
	b.press("e")
	b.click("#edit-open")
	if eval[bool](b, "edit.checkVisibility()") {
		b.Error("the editor, which shows values, opens during the game")
	}
	b.cell("b1")
	b.cell("b2")
	b.until(`document.querySelectorAll("#line li").length === 3`, "the reply")
	values(false)
	if class := eval[string](b, "remark.className"); class != "remark " {
		b.Errorf("the class %q tells that the move was bad", class)
	}
	b.click("#back")
	b.until(`document.querySelector("#line [aria-current]").textContent === "start of the line"`, "the step back")
	values(false)
	b.click("#quit")
	b.press("s" + strings.Repeat("b", 8))
	b.says("#value", "white wins in 1 ply")
	b.click("#play-open")
	b.says("#value", "White to move.")
	b.cell("a3")
	b.cell("a4")
	b.says("#value", "The game is over: white has won.")
	b.says("#remark", "You won against casual: 1 of 1 move kept the value (100 %).")
	b.click("#back")
	b.says("#value", "white wins in 1 ply")
	values(true)
	b.click("#quit")
	b.says("#play-open", "Play")
	if id := eval[string](b, "document.activeElement.id"); id != "play-open" {
		b.Errorf("after the end of the game the focus is on %q", id)
	}
	// The search of a position that is not stored shows no results.
	b.expected = []string{"status of 422"}
	b.goTo("/?table=" + pawns + "&p=bbb/w../.../ww.:w&play")
	b.until(`document.querySelector("#search h3")?.textContent === "Search"`, "the end of the search")
	values(false)
	if all := b.text("#live"); eval[bool](b, `document.getElementById("search").checkVisibility()`) || strings.Contains(all, "wins") {
		b.Errorf("the search is visible in a game, or announced: %q", all)
	}
}

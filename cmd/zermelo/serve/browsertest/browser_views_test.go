package browsertest

import (
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// mixed is a position of racers in which red randomizes between left and right.
// The value is 25 of 100, as in testdata/script/query.txtar.
var mixed = "/?table=" + racers + "&p=" + url.QueryEscape(".R./.x./.B./.x./...:both")

func testMatrix(b *tab) {
	b.goTo(mixed)
	b.says("#value", "Both move simultaneously: value 25 points for red (mixed).")
	for row, want := range map[string]string{"moveDown": "never 50 50 0 0", "moveLeft": "1/2 (50.0 %) 100 100 0 50", "moveRight": "1/2 (50.0 %) 100 100 50 0"} {
		got := eval[string](b, `[...document.querySelectorAll(".matrix tbody tr")].filter((r) => r.querySelector("code").textContent === "`+row+`")
			.map((r) => [...r.querySelectorAll(".chance, td")].map((c) => c.textContent).join(" ")).join("; ")`)
		if got != want {
			b.Errorf("row %s: %s, want %s", row, got, want)
		}
	}
	if n := eval[int](b, `document.querySelectorAll(".matrix td.likely").length`); n != 4 {
		b.Errorf("%d framed cells, want 4", n)
	}
	b.click(`.matrix [aria-label^="moveLeft+moveLeft"]`)
	b.says("#value", "blue wins")
	b.do(chromedp.NavigateBack())
	b.says("#value", "value 25 points for red")
	// Against perfect play, a person chooses the move of one side only.
	b.playAs(0, "perfect")
	b.click("#tab-matrix")
	b.click(`.matrix tbody tr:last-child .pick`)
	b.says("#line", "1. moveRight+")
	if line := b.text("#line"); !strings.Contains(line, "+moveLeft") && !strings.Contains(line, "+moveRight") {
		b.Errorf("the other side chose neither left nor right: %s", line)
	}
	b.click("#quit")
	b.goTo(mixed)
	b.press("b")
	b.says("#line", "1. moveLeft+")
}

func testAnySum(b *tab) {
	b.goTo("/?table=" + pair)
	b.says("#value", "equilibrium payoffs white 10, black 10 points")
	b.says(`.matrix [aria-label^="left+left"]`, "10, 10")
	b.says(`.matrix [aria-label^="left+right"]`, "5, 5")
	b.says(".plain", "left+left white 10, black 10 (used by the solution)")
	b.says(".plain", "right+right white 10, black 10")
	if row := b.text("#matrix .general tbody tr"); row != "white105010" {
		b.Errorf("payoffs of white: %s", row)
	}
	b.click("#best")
	b.says("#line", "1. left+left")
}

// testScores checks the scores in the badges of a Connect Four variant with
// three in a row.
func testScores(b *tab) {
	b.goTo("/?table=" + url.QueryEscape(leads) + "&p=" + url.QueryEscape("1212"))
	b.says("#value", "First to move: first wins by 4 points in 1 ply.")
	if got := b.text(".cell .badge.best"); got != "+4" {
		b.Errorf("the badge of the best move is %q, want +4", got)
	}
	b.says(".worth", "first has won by 4")
	b.click(".move")
	b.says("#value", "The game is over: first has won by 4 points.")
	b.says("#graph .legend", "■ first, ● second")
}

// testThree plays blue against red and green.
func testThree(b *tab) {
	b.goToSheet("three", "Red to move: equilibrium payoffs red 100, blue 0, green 50 points.")
	if head := eval[string](b, `[...document.querySelectorAll(".general .named")].map((e) => e.textContent).join()`); head != "red,blue,green" {
		b.Errorf("the table of payoffs lists %s", head)
	}
	b.playAs(1, "perfect")
	b.says("#value", "Blue to move")
	b.says("#line", "1. two")
	b.click(".move")
	b.says("#waiting", "Green is thinking …")
	b.says("#line", "4. ")
	b.says("#value", "The game is over: final payoffs red 100, blue 0, green 50 points.")
	if notes := b.text("#board .notes ul"); notes != "" {
		b.Errorf("the notes repeat the player to move: %q", notes)
	}
	b.says("#graph .legend", "■ red, ● blue, ▲ green")
	b.click("#tab-play")
	b.says("#card", "perfect001lost, 100 %")
}

// testChase plays a joint move of three roles, and one of cat against the others.
func testChase(b *tab) {
	b.goToSheet("chase", "Ann to move. Not solved: no pure equilibrium.")
	b.run(`document.querySelectorAll(".move")[1].click()`)
	b.says("#value", "Ann, ben and cat move simultaneously. Not solved: no pure equilibrium.")
	if rows := eval[string](b, `[...document.querySelector("#answer table").rows].slice(0, 3).map((r) => [...r.cells].map((c) => c.textContent).join(" ")).join("; ")`); rows != "ann+ben+cat ann ben cat; heads+heads+heads 100 100 0; heads+heads+tails 100 0 100" {
		b.Errorf("the joint moves are %s", rows)
	}
	b.run(`document.querySelectorAll(".move")[1].click()`)
	b.says("#value", "The game is over: final payoffs ann 100, ben 0, cat 100 points.")
	b.click("#back")
	b.says("#value", "move simultaneously")
	b.playAs(2, "perfect")
	b.says("#moves-title", "Choose a move for cat")
	b.press("2")
	b.says("#value", "The game is over")
	if move := b.text("#line [aria-current]"); !strings.HasSuffix(move, "+tails") {
		b.Errorf("cat chose tails, the joint move is %s", move)
	}
	b.click("#tab-play")
	b.says("#card", "perfect")
}

func testSheet(b *tab) {
	b.goToSheet("wythoff", "Ann to move: ben wins in 4 plies.")
	b.cell("3.0")
	b.says("#line", "1. to.3.0")
	b.says("#value", "Ben to move: ben wins in 1 ply.")
	b.cell("0.0")
	b.says("#value", "The game is over: ben has won.")
}

// testKinds places a rook on a cell where a king can be placed, too.
func testKinds(b *tab) {
	b.goToSheet("placing", "Ann to move")
	b.cell("1.1")
	b.says("#moves-title", "2 of 8 moves")
	b.press(kb.Escape)
	b.until(`[...document.querySelectorAll(".kind")].map((kind) => kind.textContent).join() === "place king,place rook"`, "a button for each kind")
	b.click(".kind:last-child")
	b.says("#moves-title", "4 of 8 moves")
	b.cell("1.1")
	b.says("#line", "1. place.rook.1.1")
	if figure := eval[string](b, `document.querySelector("#board use").getAttribute("href")`); figure != "#z-rook" {
		b.Errorf("the rook is drawn as %s", figure)
	}
	b.goTo("/?table=tictactoe")
	if eval[bool](b, `document.querySelector(".kind") !== null`) {
		b.Error("kinds of moves where cells identify the moves")
	}
}

// testTargets checks the cells that are clicked for moves of rule sheets.
func testTargets(b *tab) {
	b.goTo("/")
	const piece, disc, free = `{ kind: "piece", role: 0, figure: "rook" }`, `{ kind: "mark", role: 0, figure: "disc" }`, `{ kind: "empty" }`
	for _, test := range []struct {
		name, columns, rows, cells, move, changed string
		want                                      string // from and to
	}{
		{"letters and digits", `"c", "d"`, `"2", "1"`, free + "," + free + "," + piece + "," + free, "move.wk.c.1.d.2", "1, 2", "2 1"},
		{"prefixes", `"c", "d"`, `"c2", "c1"`, free + "," + free + "," + piece + "," + free, "move.wk.c.c1.d.c2", "1, 2", "2 1"},
		{"column", `"1", "2"`, `"2", "1"`, free + "," + free + "," + piece + "," + free, "drop.2", "3", "-1 3"},
		{"pile", `"1", "2", "3"`, `"a"`, disc + "," + disc + "," + disc, "reduce.a.1", "1, 2", "-1 1"},
		{"stack", `""`, ``, disc + "," + disc + "," + disc, "flip.2", "0, 1", "-1 1"},
		{"peg", `"p", "q"`, `"", ""`, free + "," + free + "," + piece + "," + free, "puton.d1.q", "2, 3", "2 3"},
	} {
		got := eval[string](b, fmt.Sprintf(`import("/page/targets.js").then(({ targets }) => {
			const [columns, rows, cells] = [[%s], [%s], [%s]];
			const board = { columns, rows, cells, width: columns.length, height: cells.length / columns.length };
			const [{ from, to }] = targets({ board, mover: 0, moves: [{ move: %q, cells: [%s] }] });
			return from + " " + to;
		})`, test.columns, test.rows, test.cells, test.move, test.changed))
		if got != test.want {
			b.Errorf("%s: from and to are %s, want %s", test.name, got, test.want)
		}
	}
}

// testLargeButtons measures the moves of a game without a board, and reads them
// before and in a game.
func testLargeButtons(b *tab) {
	b.goToSheet("three", "Red to move")
	b.says(".notes", "7 of 7")
	if text := b.text(".notes"); strings.Contains(text, "stones: 7") {
		b.Errorf("the counter is drawn and written: %s", text)
	}
	if button := b.box(`document.querySelector(".move")`); button.Bottom-button.Top < 48 || button.Right-button.Left < 100 {
		b.Errorf("the first move has the size %v", button)
	}
	if !eval[bool](b, `document.querySelector(".move .sign") !== null`) {
		b.Error("no value is shown")
	}
	b.click("#play-open")
	b.until(`document.querySelectorAll(".move").length > 1 && document.querySelector(".move .sign, .move.badge") === null`, "moves without values in a game")
}

func testKeys(b *tab) {
	b.goTo("/?table=" + pawns)
	b.press("?")
	b.until(`document.querySelector("dialog").open`, "the help")
	b.press(kb.Escape)
	b.until(`!document.querySelector("dialog").open`, "the help to go")
	b.press("b")
	b.says("#value", "white wins in 8 plies")
	b.press(kb.ArrowLeft)
	b.says("#value", "white wins in 9 plies")
	b.press(kb.End)
	b.says("#value", "white wins in 8 plies")
	b.press(kb.Home)
	b.says("#value", "white wins in 9 plies")
	b.press("5")
	b.says("#value", "black wins in 7 plies")
	b.press("s")
	b.says("#value", "white wins in 9 plies")
	// In the list: down from the third to the fourth move.
	b.press(kb.ArrowDown + kb.ArrowDown + kb.ArrowDown + kb.ArrowDown + kb.Enter)
	b.says("#live", "a1-b2. Black to move")
	b.until(`document.activeElement.matches(".move:first-child, li:first-child .move")`, "the focus on the first move")
	// On the board: from its corner to the white piece in a1 and to a2.
	b.press("s")
	b.says("#value", "white wins in 9 plies")
	b.run(`document.querySelector(".cell").focus()`)
	b.press(kb.ArrowDown + kb.ArrowDown + kb.ArrowDown + kb.Enter)
	b.says("#moves-title", "2 of 7 moves")
	b.press(kb.ArrowUp + kb.Enter)
	b.says("#live", "a1-a2. Black to move")
	if label := eval[string](b, `document.activeElement.querySelector(".unseen").textContent`); label != "a2, white piece" {
		b.Errorf("the focus is on %q, want the cell with the piece that was moved", label)
	}
	// Single-character shortcuts can be switched off.
	b.press("?")
	b.click("#letters")
	b.press(kb.Escape)
	b.press("sb")
	b.click("#back") // takes effect after the moves of the keys
	b.says("#value", "white wins in 9 plies")
	b.click("#last")
	b.says("#line [aria-current]", "1. a1-a2")
}

func testNarrow(b *tab) {
	b.do(chromedp.EmulateViewport(390, 800))
	b.goToSheet("chase", "Ann to move")
	rules := eval[string](b, "location.pathname + location.search")
	for _, address := range []string{"/", "/?table=tictactoe", "/?table=" + pawns, mixed, "/?table=" + pair, rules} {
		b.goTo(address)
		if eval[bool](b, `trouble.hidden === false`) {
			b.Errorf("%s: %s", address, b.text("#trouble"))
		}
		if w := eval[int](b, "document.documentElement.scrollWidth"); w > 390 {
			b.Errorf("%s is %d pixels wide on a screen of 390", address, w)
		}
	}
}

// testAccessibility runs axe-core on each view. AXE is the folder of axe-core.
func testAccessibility(b *tab) {
	if os.Getenv("AXE") == "" {
		b.Skip("AXE is not set to the folder of axe-core, as .ci/run does: the page's accessibility is not tested")
	}
	b.expected = []string{"status of 400", "status of 422"}
	b.goToSheet("chase", "Ann to move")
	rules := eval[string](b, "location.pathname + location.search")
	for _, scheme := range []string{"light", "dark"} {
		b.colours(scheme)
		for _, view := range []struct{ name, address, before string }{
			{"games", "/", ""},
			{"board", "/?table=" + pawns + "&p=bbb/.../.w./w.w:b", `best.click()`},
			{"piece chosen", "/?table=" + pawns, `document.querySelectorAll(".cell")[10].click()`},
			{"draws", "/?table=tictactoe", ""},
			{"wins at once", "/?table=tictactoe&p=xx./oo./...", ""},
			{"losses at once", "/?table=tictactoe&p=xx./oo./x..", `document.querySelectorAll(".move")[1].click()`},
			{"matrix", mixed, ""},
			{"any sum", "/?table=" + pair, ""},
			{"rule sheet", rules, ""},
			{"set-up", "/?table=tictactoe&p=xo./.../...", `document.getElementById("edit-open").click(), notation.value = "?", edit.querySelector("[type=submit]").click()`},
			{"palette", "/?table=" + pawns, `document.getElementById("edit-open").click()`},
			{"line and history", "/?table=" + pawns, `document.querySelectorAll(".move")[4].click(), document.getElementById("tab-line").click()`},
			{"tree", "/?table=" + pawns, `best.click(), document.getElementById("tab-tree").click()`},
			{"play", "/?table=tictactoe", `document.getElementById("tab-play").click()`},
			{"report", "/?table=tictactoe", `document.getElementById("tab-report").click(), document.querySelector("#hard button").click()`},
			{"lost", "/?table=" + pawns + "&p=bbb/.../.w./w.w:b", `side.value = "1", side.dispatchEvent(new Event("change")), document.querySelector(".move").click()`},
			{"pits", "/?table=" + url.QueryEscape("kalah:pits=2,seeds=1"), ""},
			{"piles", "/?table=" + url.QueryEscape("nim:piles=3+5"), ""},
			{"scores", "/?table=" + url.QueryEscape(leads), `best.click()`},
			{"hexagons", "/?table=hex:size%3D3x3", `best.click()`},
			{"turned", "/?table=" + squares, `flip.click()`},
			{"in a game", "/?table=" + pawns + "&play", `document.getElementById("hint").click(), document.querySelector(".verdict summary").click()`},
			{"rules", rules, `document.getElementById("tab-rules").click(), document.querySelector("#rules summary").click()`},
			{"help", "/?table=tictactoe", `help.showModal()`},
			{"searched", "/?table=" + pawns + "&p=bbb/w../.../ww.:w", ""},
			{"trouble", "/?table=none", ""},
		} {
			b.goTo(view.address)
			if eval[bool](b, `trouble.hidden`) == (view.name == "trouble") {
				b.Errorf("%s: the page shows %q", view.name, eval[string](b, "document.body.innerText"))
			}
			if view.before != "" {
				b.run(view.before)
				b.settle()
			}
			b.checkAccess(view.name + ", " + scheme)
		}
	}
	b.do(chromedp.EmulateViewport(390, 800)) // tables scroll
	for _, view := range []string{"/?table=" + pair, mixed, rules} {
		b.goTo(view)
		b.checkAccess("narrow, " + view)
	}
	for _, table := range []string{"tictactoe", url.PathEscape(pawns), url.PathEscape(racers), url.PathEscape(pair), strings.TrimPrefix(rules, "/?table=")} {
		b.do(chromedp.Navigate(b.site + "/api/" + table + "/report?format=html"))
		b.checkAccess("report of " + table)
	}
}

// checkAccess runs axe-core on the current view, if it is available.
func (b *tab) checkAccess(view string) {
	b.Helper()
	folder := os.Getenv("AXE")
	if folder == "" {
		return
	}
	source, err := os.ReadFile(folder + "/axe.min.js")
	if err != nil {
		b.Fatal(err)
	}
	b.run(string(source) + "\n;0")
	// Wait for transitions, so that colours are final.
	b.run(`Promise.all(document.getAnimations().map((a) => a.finished))`)
	for _, finding := range eval[[]string](b, `axe.run().then((r) => r.violations
		.map((v) => v.id + ": " + v.help + ": " + v.nodes.map((n) => n.html + " " + n.failureSummary).join("; ")))`) {
		b.Errorf("%s: %s", view, finding)
	}
}

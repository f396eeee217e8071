package browsertest

import (
	"fmt"
	"net/url"
)

// testTraces plays best moves and counts the traces: trails of both heads,
// dominoes, and boxes in the colour of the role that closed them.
func testTraces(b *tab) {
	play := func(game string, moves int) {
		b.Helper()
		b.goTo("/?table=" + url.QueryEscape(game))
		for i := range moves {
			b.press("b")
			b.until(fmt.Sprintf(`document.querySelectorAll("#line li").length === %d`, i+2), "the move to be on the line")
		}
	}
	count := func(selector string, want int) {
		b.Helper()
		if n := eval[int](b, fmt.Sprintf(`document.querySelectorAll(".traces %s").length`, selector)); n != want {
			b.Errorf("%d of %s, want %d", n, selector, want)
		}
	}
	play(walkers, 4)
	count("path.trail.t-red", 1)
	count("path.trail.t-blue", 1)
	if d := eval[string](b, `document.querySelector(".trail.t-red").getAttribute("d").replace(/[^ML]/g, "")`); len(d) < 3 {
		b.Errorf("the trail after two moves has the points %s, want at least 3", d)
	}
	play("domineering:size=3x3", 2)
	count(".domino.t-first", 1)
	count(".domino.t-second", 1)
	play("dots-and-boxes:boxes=1x2", 7)
	if n := eval[int](b, `document.querySelectorAll(".traces .box").length`); n != 2 {
		b.Errorf("%d boxes in colours after all lines are drawn, want 2", n)
	}
}

func testWon(b *tab) {
	b.goTo("/?table=tictactoe&p=xx./oo./...")
	b.cell("c3")
	b.says("#value", "x has won")
	if n := eval[int](b, `document.querySelectorAll("#board .s-won").length`); n != 3 {
		b.Errorf("%d cells are marked as the row that has won, want 3", n)
	}
}

// testPits checks the seeds and scores of Kalah with two pits of one seed each.
func testPits(b *tab) {
	b.goTo("/?table=" + url.QueryEscape("kalah:pits=2,seeds=1"))
	if n := eval[int](b, `document.querySelectorAll("#board svg.pic circle.f-ink").length`); n != 4 {
		b.Errorf("%d seeds, want 4", n)
	}
	b.says("#tracks", "0 of 4")
	b.goTo("/?table=" + pair)
	b.says(".notes", "rounds0 of 2")
}

// testPitsAndPiles sows from the second player's pits, which are numbered from
// the right of the board, and takes objects from the end of a pile.
func testPitsAndPiles(b *tab) {
	b.goTo("/?table=" + url.QueryEscape("kalah:pits=2,seeds=1") + "&p=" + url.QueryEscape("0.2-0/1.1-0:second"))
	b.says("#value", "Second to move")
	b.run(`document.querySelectorAll(".cell")[1].click()`)
	b.says("#line", "1. 1")
	b.goTo("/?table=" + url.QueryEscape("nim:piles=3+5"))
	if n := eval[int](b, `document.querySelectorAll(".cell .badge").length`); n != 8 {
		b.Errorf("%d cells can be clicked, want 8", n)
	}
	b.run(`document.querySelectorAll(".cell")[6].click()`) // the second object of the pile of five
	b.says("#line", "1. 5-4")
}

// testHowHard compares the difficulty on the page with the measures of the
// report.
func testHowHard(b *tab) {
	b.goTo("/?table=tictactoe")
	b.click("#tab-report")
	b.click("#hard button")
	b.says("#hard", "Difficulty")
	want := eval[string](b, `fetch("/api/tictactoe/report?measures=true").then((r) => r.json()).then((r) => Math.round(100 * r.measures.over_table.random_error_chance) + " %")`)
	b.says("#hard", "a random move is an error in "+want)
}

// testHands shows a position with a chick in hand that can be dropped on two
// cells, and drops it with two clicks.
func testHands(b *tab) {
	b.goTo("/?table=tictactoe")
	b.run(`Promise.all([import("/page/board.js"), import("/page/api.js")]).then(async ([{ drawBoard }, { position }]) => {
		const pos = structuredClone(await position("tictactoe", ""));
		pos.board.hands = [[{ kind: "piece", role: 0, glyph: "C", figure: "chick" }], []];
		pos.moves = pos.moves.filter((move) => ["a1", "b1", "c3"].includes(move.move));
		for (const move of pos.moves) if (move.move !== "c3") move.move = "C@" + move.move;
		drawBoard(document.getElementById("board"), pos, {
			play: (move) => (window.dropped = move.move), narrowed: (moves) => (window.left = moves.map((move) => move.move).sort().join()),
		});
	})`)
	b.click(".held")
	if left := eval[string](b, "window.left"); left != "C@a1,C@b1" {
		b.Errorf("after a click on the piece in hand the remaining moves are %s", left)
	}
	b.cell("b1")
	if move := eval[string](b, "window.dropped"); move != "C@b1" {
		b.Errorf("the click on the cell plays %s, want C@b1", move)
	}
}

package browsertest

import (
	"github.com/chromedp/chromedp"
)

// slowly delays the replies of the server.
const slowly = `window.real = fetch, window.fetch = async (...all) => (await new Promise((go) => setTimeout(go, 60)), real(...all))`

// testFirstClick clicks a3 and then c3 on a board where tiles can be pushed in
// both directions.
func testFirstClick(b *tab) {
	b.goTo("/?table=" + squares)
	b.cell("a3")
	b.says("#moves-title", "2 of ")
	b.cell("c3")
	b.says("#line", "1. a3-c3")
}

// unknown replaces replies with a position without proven values.
const unknown = `window.real = fetch, window.fetch = async (...all) => {
	const pos = await (await real(...all)).json();
	for (const move of pos.moves ?? []) move.keeps = null;
	return new Response(JSON.stringify(pos));
}`

func testNotKnown(b *tab) {
	b.goTo("/?table=tictactoe") // the list of games requests the start of each game
	b.run(unknown)
	b.click(`a[href="/"]`)
	b.click(`a[href="/?table=` + pawns + `"]`)
	b.says("#moves-title", "7 moves, 0 proven to keep the value, 7 not known")
	if n := eval[int](b, `document.querySelectorAll(".move.unknown").length`); n != 7 {
		b.Errorf("%d moves are dotted, want 7", n)
	}
	b.run(`document.querySelectorAll(".move")[4].click()`)
	b.says("#line", "1. b1-b2")
	b.says("#remark", "It is not known whether white's b1-b2 kept the value.")
}

func testQuickKeys(b *tab) {
	b.goTo("/?table=" + pawns)
	b.run(slowly)
	b.press("bbbbbb")
	b.says("#value", "white wins in 3 plies")
	if n := eval[int](b, `document.querySelectorAll("#line li").length`); n != 7 {
		b.Errorf("the line has %d entries, want the start and 6 moves", n)
	}
	b.run(`for (let i = 0; i < 4; i++) best.click()`) // one click more than there are moves
	b.says("#value", "The game is over: white has won.")
}

func testTryAgain(b *tab) {
	b.goTo("/?table=" + pawns)
	for _, left := range []string{"8", "7"} {
		b.press("b")
		b.says("#value", "white wins in "+left+" plies")
	}
	b.run(`window.real = fetch, window.fetch = () => Promise.reject(new TypeError("no network"))`)
	b.press("b")
	b.says("#banner", "The server is not responding.")
	b.run(`window.fetch = real`)
	b.says("#value", "white wins in 7 plies")
	b.click("#banner button")
	b.says("#value", "white wins in 6 plies")
	b.says("#line", "3. ")
	b.do(chromedp.NavigateBack())
	b.says("#value", "white wins in 7 plies")
	b.do(chromedp.NavigateForward())
	b.says("#value", "white wins in 6 plies")
}

// testReload chooses the second side.
func testReload(b *tab) {
	b.goTo("/?table=tictactoe")
	b.playAs(1, "perfect")
	b.says("#value", "O to move.")
	b.do(chromedp.Reload())
	b.settle()
	if !eval[bool](b, `side.value === "1" && side.checkVisibility() && document.getElementById("value").textContent === "O to move."`) {
		b.Errorf("after a reload: %s, side %q", b.text("#value"), eval[string](b, `side.value`))
	}
	// If the opponent is to move, it moves.
	b.goTo("/?table=tictactoe&p=xo./x../...")
	b.goTo("/?table=tictactoe")
	b.says("#value", "O to move.")
	// The mode applies to one game in one tab.
	b.goTo("/?table=" + pawns)
	if eval[bool](b, `side.checkVisibility()`) {
		b.Error("another game is in play")
	}
	other := newTab(b.T, b.ctx, b.site)
	other.goTo("/?table=tictactoe")
	other.says("#value", "X to move: draw in 9 plies.")
}

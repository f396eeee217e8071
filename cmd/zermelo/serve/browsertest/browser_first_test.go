package browsertest

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	hexapawn = "breakthrough:size=3x3,rows=1,captures=diagonal,steps=straight"
	doors    = "testdata/doors.kif" // a game of one role
)

// TestFirstGame plays whole games, as a person does who opens the page for the first time.
func TestFirstGame(t *testing.T) {
	browser := startBrowser(t)
	site := startServer(t, "teeko", hexapawn, racers, sheet, chase, three, doors)
	for _, test := range []struct {
		name string
		run  func(*tab)
	}{
		{"beginner's path", testBeginner},
		{"without end", testEndless},
		{"by keyboard", testGameByKeys},
		{"by touch", testGameByTouch},
		{"simultaneous moves", testGameAtOnce},
		{"puzzle for one player", testDoors},
		{"rules of a sheet", testRules},
		{"speed", testSpeed},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(newTab(t, browser, site)) })
	}
}

// playToEnd makes moves until the game is over, or can be ended because a position has
// occurred three times. It checks that no value is visible before.
func (b *tab) playToEnd(move func()) {
	b.Helper()
	const over = `(document.getElementById("value").textContent.includes("over") || document.getElementById("remark").textContent.includes("three times"))`
	for range 40 {
		b.until(over+` || document.getElementById("waiting").textContent === "" && !document.querySelector("main[aria-busy]")`, "the person's turn")
		if eval[bool](b, over) {
			return
		}
		if n := eval[int](b, `document.querySelectorAll("#explorer :is(.badge, .mark, .likely, .chance)").length`); n != 0 {
			b.Fatalf("%d values are visible in %s", n, b.text("#value"))
		}
		n := eval[int](b, `document.querySelectorAll("#line li").length`)
		move()
		b.until(fmt.Sprintf(`document.querySelectorAll("#line li").length > %d`, n), "the move")
	}
	b.Fatalf("the game does not end: %s", b.text("#line"))
}

// accuracy checks the sentence about a finished game, and compares it with the line.
func (b *tab) accuracy(level string, own int) {
	b.Helper()
	b.says("#remark", "against "+level+": ")
	b.says("#remark", " Your best so far: ")
	want := eval[string](b, fmt.Sprintf(`(() => {
		const moves = history.state.line.slice(1).filter((e) => e.by < 0 || e.by === %d).map((e) => e.right[%d]);
		const kept = moves.filter((right) => right).length;
		return kept + " of " + moves.length + (moves.length === 1 ? " move" : " moves") + " kept the value (" + Math.round((100 * kept) / moves.length) + " %%)";
	})()`, own, own))
	if got := b.text("#remark"); !strings.Contains(got, want) {
		b.Errorf("the remark is %q, want %q in it", got, want)
	}
}

// testBeginner opens the list, chooses a game, reads its rules, plays and reads the
// result.
func testBeginner(b *tab) {
	b.goTo("/")
	b.click(`.variants a[href="/?table=teeko"]`)
	b.says("#value", "Black to move: draw.")
	if eval[bool](b, `document.getElementById("how").checkVisibility()`) {
		b.Error("the rules are open before they are wanted")
	}
	b.click(".verdict summary")
	b.until(`document.getElementById("how").checkVisibility()`, "the rules")
	b.says("#how", "Positions may repeat: endless play is a draw.")
	b.click(".verdict summary")
	b.click("#play-open")
	if level := eval[string](b, "level.value"); level != "casual" {
		b.Errorf("the first opponent is %s, want casual", level)
	}
	b.says("#value", "Black to move.")
	b.run(`window.seed = 1, Math.random = () => (seed = (seed * 48271) % 2147483647) / 2147483647`)
	b.playToEnd(func() { b.click(".move") })
	b.accuracy("casual", 0)
	b.until(`document.querySelectorAll("#history:not([hidden]) #graph rect").length > 0`, "the values")
	b.click("#new-game")
	b.says("#value", "Black to move.")
	if n := eval[int](b, `document.querySelectorAll("#explorer .badge").length`); n != 0 {
		b.Errorf("%d values are visible in a new game", n)
	}
	b.click(".move")
	b.until(`document.querySelectorAll("#line li").length === 3`, "the reply")
	b.click("#quit")
	b.says("#play-said", "You stopped playing against casual: ")
	b.says("#play-said", " of 1 move kept the value (")
	b.click("#tab-play")
	b.says("#card", "casual")
}

// testEndless repeats positions against perfect play, and ends the game as a draw.
func testEndless(b *tab) {
	b.goTo("/?table=teeko")
	b.run(`speed.value = "fast", speed.dispatchEvent(new Event("change"))`)
	b.goTo("/?table=teeko&p=" + url.QueryEscape(eval[string](b, `fetch("/api/teeko/line?max=60").then((r) => r.json()).then(({ positions }) => positions.at(-1).position)`)))
	role := eval[int](b, `history.state.line[0].view.mover`)
	b.playAs(role, "perfect")
	b.playToEnd(func() {
		b.run(`fetch("/api/teeko/position?p=" + encodeURIComponent(history.state.line.at(-1).p)).then((r) => r.json()).then(({ moves }) => [...document.querySelectorAll(".move")].find((m) => m.textContent === moves[0].move).click())`)
	})
	b.says("#remark", "This position has occurred three times. Endless play is a draw.")
	b.click("#remark button")
	b.says("#play-said", "You drew against perfect: ")
	b.says("#card", "perfect010drawn, 100 %")
	b.says("#value", "to move: draw.")
}

// testGameByKeys starts with the address of the Play button of the list.
func testGameByKeys(b *tab) {
	b.goTo("/?table=" + hexapawn + "&play")
	b.says("#value", "White to move.")
	if address := eval[string](b, "location.search"); strings.Contains(address, "play") {
		b.Errorf("a reload would start another game: %s", address)
	}
	b.run(`side.focus()`)
	b.press("b") // selects black
	b.says("#line", "1. ")
	b.says("#value", "Black to move.")
	b.run("document.activeElement.blur()")
	b.playToEnd(func() { b.press(kb.ArrowDown + kb.Enter) })
	b.accuracy("casual", 1)
	b.until(`document.activeElement !== document.body`, "the focus to stay in the page")
}

// testGameByTouch taps cells on a phone.
func testGameByTouch(b *tab) {
	b.do(chromedp.EmulateViewport(390, 800))
	if _, err := chromedp.Call(b.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true}); err != nil {
		b.Fatal(err)
	}
	tap := func(selector string) {
		b.Helper()
		b.run(fmt.Sprintf(`document.querySelector(%q).scrollIntoView({ block: "center" })`, selector))
		at := b.box(fmt.Sprintf("document.querySelector(%q)", selector))
		for _, kind := range []string{"touchStart", "touchEnd"} {
			params := input.DispatchTouchEventParams{Type: input.DispatchTouchEventType(kind), TouchPoints: []*input.TouchPoint{}}
			if kind == "touchStart" {
				params.TouchPoints = append(params.TouchPoints, &input.TouchPoint{X: (at.Left + at.Right) / 2, Y: (at.Top + at.Bottom) / 2})
			}
			if _, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, params); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.goTo("/?table=" + hexapawn)
	tap("#play-open")
	b.says("#value", "White to move.")
	if w := eval[int](b, "document.documentElement.scrollWidth"); w > 390 {
		b.Errorf("the page is %d pixels wide in a game", w)
	}
	if board := b.box(`document.querySelector(".frame")`); board.Bottom > 800 {
		b.Errorf("the board %v is below the screen in a game", board)
	}
	b.playToEnd(func() { tap(".move") })
	b.accuracy("casual", 0)
}

// testGameAtOnce plays blue with simultaneous moves.
func testGameAtOnce(b *tab) {
	b.goTo("/?table=" + racers + "&play")
	b.playAs(1, "random")
	b.says("#value", "Both move simultaneously.")
	b.click("#hint")
	b.says("#play-said", "Perfect play: move")
	if names := eval[[]string](b, `[...document.querySelectorAll("#answer .move")].map((m) => m.textContent)`); len(names) < 2 || !slices.IsSorted(names) {
		b.Errorf("the choices are %v, want several sorted by name", names)
	}
	b.playToEnd(func() { b.click("#answer .move") })
	b.accuracy("random", 1)
	// Moving down is never right here, moving left is half of perfect play.
	for name, want := range map[string]bool{"moveDown": false, "moveLeft": true} {
		b.goTo(mixed)
		b.playAs(0, "random")
		b.run(fmt.Sprintf(`[...document.querySelectorAll("#answer .move")].find((m) => m.textContent === %q).click()`, name))
		b.says("#line", "1. "+name)
		if got := eval[bool](b, `history.state.line[1].right[0]`); got != want {
			b.Errorf("red's %s counts as %v, want %v", name, got, want)
		}
	}
}

// testDoors makes an error in a puzzle, tries again and solves it.
func testDoors(b *tab) {
	b.goTo("/")
	b.run(`history.pushState(null, "", document.querySelector('a[href*="doors"]').href + "&play")`)
	b.do(chromedp.Reload())
	b.says("#value", "Walker to move.")
	if eval[bool](b, `side.checkVisibility() || level.checkVisibility()`) {
		b.Error("a puzzle offers sides or opponents")
	}
	step := func(name string, entries int) {
		b.Helper()
		b.run(fmt.Sprintf(`[...document.querySelectorAll(".move")].find((m) => m.textContent === %q).click()`, name))
		b.until(fmt.Sprintf(`document.querySelectorAll("#line li").length === %d`, entries), "the move")
	}
	step("right", 2)
	step("right", 3)
	step("left", 4)
	b.says("#remark", "You missed the best result: 2 of 3 moves kept the value (67 %). Your best so far: lost, 67 %. You lost the game at move 2, right.")
	b.click("#remark button")
	b.says("#value", "Walker to move.")
	step("left", 3)
	step("left", 4)
	b.says("#remark", "You reached the best result: 4 of 5 moves kept the value (80 %), with 2 taken back. Your best so far: won, 80 %.")
	b.click("#new-game")
	b.says("#value", "Walker to move.")
	step("right", 2)
	step("right", 3)
	step("right", 4)
	b.says("#remark", "You missed the best result: 2 of 3 moves kept the value (67 %). Your best so far: won, 80 %.")
	b.click("#take-back")
	step("left", 4)
	b.says("#remark", ": 3 of 4 moves kept the value (75 %), with 1 taken back.")
}

// testRules reads the source of a rule sheet and the name of a game.
func testRules(b *tab) {
	b.goToSheet("three", "Red to move")
	b.click("#tab-rules")
	b.says("#rules code", "three.kif@")
	b.click("#rules summary")
	b.says("#rules pre", "(role red)")
	b.goTo("/?table=" + url.QueryEscape(racers))
	b.says("#rules", "simultaneous turns")
	b.says("#rules code", racers)
	if eval[bool](b, `Boolean(document.querySelector("#rules pre"))`) {
		b.Error("a built-in game has a file with rules")
	}
}

// testSpeed compares the delays of automatic play, which do not pass here.
func testSpeed(b *tab) {
	b.goTo("/?table=" + hexapawn)
	b.run(`window.delays = [], window.real = setTimeout, window.setTimeout = (act, ms, ...rest) => (delays.push(ms), real(act, 0, ...rest))`)
	for speed, want := range map[string]int{"slow": 1625, "fast": 195, "normal": 650} {
		b.run(fmt.Sprintf(`delays.length = 0, speed.value = %q, speed.dispatchEvent(new Event("change"))`, speed))
		b.press("sp")
		b.says("#value", "The game is over")
		if delays := eval[[]int](b, "delays"); !slices.Contains(delays, want) {
			b.Errorf("%s: the delays are %v, want %d", speed, delays, want)
		}
	}
}

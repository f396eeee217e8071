package browsertest

import (
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// box is the bounding box of an element, in pixels.
type box struct{ Left, Top, Right, Bottom float64 }

func (b *tab) box(element string) box {
	b.Helper()
	return eval[box](b, fmt.Sprintf(`(({ left, top, right, bottom }) => ({ Left: left, Top: top, Right: right, Bottom: bottom }))(%s.getBoundingClientRect())`, element))
}

// testBoardFirst measures the board on three screens. On a narrow screen the
// board and the three best moves must be visible together.
func testBoardFirst(b *tab) {
	for _, screen := range []struct{ width, height int64 }{{1280, 800}, {1920, 1080}} {
		b.do(chromedp.EmulateViewport(screen.width, screen.height))
		b.goTo("/?table=" + pawns)
		board, bar := b.box(`document.querySelector(".frame")`), b.box("bar")
		if board.Bottom > float64(screen.height) || max((board.Right-bar.Left)/float64(screen.width)/0.55, (board.Bottom-board.Top)/float64(screen.height)/0.75) < 1 {
			b.Errorf("the board of %v does not fit the screen %v", board, screen)
		}
		if bar.Right > board.Left || bar.Top > board.Top || bar.Bottom < board.Bottom {
			b.Errorf("the bar %v is not next to the board %v", bar, board)
		}
	}
	b.do(chromedp.EmulateViewport(390, 800))
	for _, address := range []string{"/?table=" + pawns, "/?table=tictactoe", "/?table=hex:size%3D3x3"} {
		b.goTo(address)
		if third := b.box(`document.querySelectorAll(".move")[2]`); third.Bottom > 800 {
			b.Errorf("%s: the third move ends %.0f pixels below the top, the screen after 800", address, third.Bottom)
		}
		if board := b.box(`document.querySelector(".frame")`); board.Right-board.Left < 240 {
			b.Errorf("%s: the board is only %.0f pixels wide", address, board.Right-board.Left)
		}
	}
	b.do(chromedp.EmulateViewport(844, 390)) // a phone on its side
	if board := b.box(`document.querySelector(".frame")`); board.Bottom > 390 || board.Bottom-board.Top < 190 {
		b.Errorf("the board %v does not fit a screen of 844x390 pixels", board)
	}
}

// testBestLineBeside reads the best line beside the board, follows it without further
// requests, and leaves it.
func testBestLineBeside(b *tab) {
	b.do(chromedp.EmulateViewport(1440, 900))
	b.goTo("/?table=" + pawns)
	b.says("#best-line:not([hidden])", "9. ")
	line := b.text("#best-line p")
	if text, board := b.box(`document.querySelector("#best-line")`), b.box(`document.querySelector(".frame")`); text.Left < board.Right || text.Bottom > 900 {
		b.Errorf("the best line %v is not beside the board %v", text, board)
	}
	b.run("performance.clearResourceTimings()")
	b.press("b")
	b.says("#value", "white wins in 8 plies")
	if rest := b.text("#best-line p"); rest == "" || !strings.HasSuffix(line, rest) || eval[bool](b, counted+`.some((e) => e.name.includes("/line?"))`) {
		b.Errorf("after the first move of %q the best line is %q", line, rest)
	}
	b.press("s")
	b.blunder()
	b.says("#best-line:not([hidden])", "8. ")
	b.click("#play-open")
	b.until(`document.getElementById("best-line").hidden`, "the best line to be hidden")
}

// testPrint checks what is printed of a position.
func testPrint(b *tab) {
	b.goTo("/?table=" + pawns)
	b.press("b")
	b.says("#value", "white wins in 8 plies")
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
		b.Fatal(err)
	}
	for selector, want := range map[string]bool{"#value": true, ".frame": true, "#history": true, ".moves": true, ".transport": false, ".tabs": false, ".tools": false} {
		if got := eval[bool](b, fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, selector)); got != want {
			b.Errorf("printed %s: %v, want %v", selector, got, want)
		}
	}
}

// testSignals checks a position with a best move, a slower win, and losing
// moves.
func testSignals(b *tab) {
	b.goTo("/?table=" + pawns)
	for i, want := range []string{"a1-a2 ✓", "b1-b2 ✕"} {
		first := eval[string](b, fmt.Sprintf(`document.querySelector(".move.%s")?.textContent`, []string{"best.win", "gives.loss"}[i]))
		if first != want {
			b.Errorf("the first move of its kind is %q, want %q", first, want)
		}
	}
	if groups, moves := eval[int](b, `document.querySelectorAll(".moves li").length`), eval[int](b, `document.querySelectorAll(".move").length`); groups >= moves {
		b.Errorf("%d groups of %d moves: equal moves are not grouped", groups, moves)
	}
	b.run(`document.querySelector(".move").dispatchEvent(new MouseEvent("mouseenter"))`)
	if n := eval[int](b, `document.querySelectorAll(".arrows .arrow.best.win").length`); n != 1 {
		b.Errorf("%d arrows for the move pointed at, want 1", n)
	}
	b.run(`document.querySelector(".move").dispatchEvent(new MouseEvent("mouseleave"))`)
	if n := eval[int](b, `document.querySelector(".arrows").children.length`); n != 0 {
		b.Errorf("%d arrows remain", n)
	}
}

// drag drags from one cell of the board to another.
func (b *tab) drag(from, to string) {
	b.Helper()
	cell := `.cell[data-name="%s"]`
	b.do(chromedp.DragAndDrop(fmt.Sprintf(cell, from), fmt.Sprintf(cell, to)))
}

// testDrag drags a piece to an illegal and then to a legal cell.
func testDrag(b *tab) {
	b.goTo("/?table=" + pawns)
	b.drag("b1", "c4")
	b.says("#moves-title", "7 moves")
	b.drag("b1", "b2")
	b.says("#value", "Black to move: black wins in 7 plies.")
	if n := eval[int](b, `document.querySelectorAll(".ghost").length`); n != 0 {
		b.Error("the dragged piece is left over the page")
	}
}

func testTurned(b *tab) {
	b.goTo("/?table=" + pawns)
	before := b.box(`document.querySelector('[data-name="a1"]')`)
	b.click("#flip")
	after := b.box(`document.querySelector('[data-name="a1"]')`)
	if after.Top >= before.Top || after.Left <= before.Left {
		b.Errorf("the cell a1 is at %v after flipping the board, before at %v", after, before)
	}
	b.cell("b1")
	b.cell("b2")
	b.says("#line", "1. b1-b2")
	if marked := eval[string](b, `[...document.querySelectorAll(".cell.last")].map((c) => c.dataset.name).sort().join()`); marked != "b1,b2" {
		b.Errorf("marked as changed: %s, want b1,b2", marked)
	}
}

// testHues compares the hues of wins and losses with those of the players.
func testHues(b *tab) {
	for _, scheme := range []string{"light", "dark"} {
		b.colours(scheme)
		b.goTo("/?table=" + pawns)
		near := eval[[]string](b, `(() => {
			const hue = (name) => {
				const probe = document.body.appendChild(document.createElement("i"));
				probe.style.color = "var(--" + name + ")";
				const [r, g, b] = getComputedStyle(probe).color.match(/[\d.]+/g);
				probe.remove();
				return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
			};
			return ["win", "loss"].flatMap((value) => ["red", "blue", "green", "yellow", "first", "second"].map((role) => [value, role, Math.abs(((hue(value) - hue(role) + 540) % 360) - 180)])).filter(([, , far]) => far < 30).map(String);
		})()`)
		for _, pair := range near {
			b.Errorf("%s: the hues are similar: %s", scheme, pair)
		}
	}
}

// testColourBlind simulates deuteranopia (Machado, Oliveira and Fernandes 2009,
// severity 1) and compares the colours of wins, losses and draws by their
// distance in CIELAB. A distance of 10 is clearly visible.
func testColourBlind(b *tab) {
	for _, scheme := range []string{"light", "dark"} {
		b.colours(scheme)
		b.goTo("/?table=" + pawns)
		near := eval[[]string](b, `(() => {
			const seen = (name) => {
				const probe = document.body.appendChild(document.createElement("i"));
				probe.style.color = "var(--" + name + ")";
				const [r, g, b] = getComputedStyle(probe).color.match(/[\d.]+/g).map((x) => { const c = x / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
				probe.remove();
				const [p, q, s] = [0.367322 * r + 0.860646 * g - 0.227968 * b, 0.280085 * r + 0.672501 * g + 0.047413 * b, -0.01182 * r + 0.04294 * g + 0.968881 * b].map((x) => Math.max(0, x));
				const f = (t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
				const [x, y, z] = [f((0.4124 * p + 0.3576 * q + 0.1805 * s) / 0.9505), f(0.2126 * p + 0.7152 * q + 0.0722 * s), f((0.0193 * p + 0.1192 * q + 0.9505 * s) / 1.089)];
				return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
			};
			const names = ["win", "loss", "draw"];
			return names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b, Math.hypot(...seen(a).map((x, k) => x - seen(b)[k]))])).filter(([, , far]) => far < 10).map(String);
		})()`)
		for _, pair := range near {
			b.Errorf("%s: hard to distinguish with deuteranopia: %s", scheme, pair)
		}
	}
}

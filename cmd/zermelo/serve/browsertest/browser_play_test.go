package browsertest

import (
	"fmt"
	"strings"

	"github.com/chromedp/chromedp/kb"
)

// testOpponents lets each opponent choose a thousand moves in a position where
// one of five moves keeps the draw and one ends the game.
func testOpponents(b *tab) {
	b.goTo("/")
	const pos = `{ mover: 0, movers: [], value: { payoffs: ["50", "50"] }, moves: [
		{ move: "a", keeps: true, outcome: "draw", value: { remoteness: 4, payoffs: ["50", "50"] } },
		{ move: "b", keeps: true, outcome: "draw", value: { remoteness: 4, payoffs: ["50", "50"] } },
		{ move: "c", keeps: false, outcome: "loss", value: { remoteness: 3, payoffs: ["0", "100"] } },
		{ move: "d", keeps: false, outcome: "loss", value: { remoteness: 0, payoffs: ["0", "100"] } }] }`
	// After b, one of three replies draws; after a, two of three.
	counts := eval[map[string]map[string]int](b, `import("/page/opponents.js").then(async ({ choose, opponents }) => {
		const counts = {};
		const child = async (move) => ({ moves: [{ keeps: true }, { keeps: move.move === "a" }, { keeps: false }] });
		for (const name of Object.keys(opponents)) {
			counts[name] = {};
			for (let i = 0; i < 1000; i++) {
				const { move } = await choose(name, `+pos+`, child);
				counts[name][move] = (counts[name][move] ?? 0) + 1;
			}
		}
		return counts;
	})`)
	for _, c := range []struct {
		name, move  string
		least, most int
	}{
		{"perfect", "a", 1000, 1000}, {"hardest", "b", 1000, 1000}, {"errs-10", "a", 800, 980}, {"errs-30", "a", 600, 800},
		{"greedy", "d", 0, 0}, {"greedy", "c", 200, 500}, {"random", "d", 150, 350},
	} {
		if n := counts[c.name][c.move]; n < c.least || n > c.most {
			b.Errorf("%s chose %s %d times of 1000, want %d to %d", c.name, c.move, n, c.least, c.most)
		}
	}
}

// testScoreCard wins a game, checks the card after a reload, takes a move back,
// and requests hints.
func testScoreCard(b *tab) {
	b.goTo("/?table=tictactoe&p=xx./oo./...")
	b.click("#tab-play")
	b.run(`side.value = "0", side.dispatchEvent(new Event("change"))`)
	b.click("#hint")
	b.says("#play-said", "A best move is c3.")
	b.cell("c3")
	b.says("#card", "perfect play100100 %")
	b.click("#take-back")
	b.says("#value", "X to move")
	b.goTo("/?table=tictactoe")
	b.click("#tab-play")
	b.says("#card", "perfect play100100 %")
	b.goTo("/?table=" + pawns)
	b.click("#tab-play")
	if card := b.text("#card"); card != "" {
		b.Errorf("another game has the card %q", card)
	}
	b.click("#hint")
	b.says("#play-said", "starts at the marked cell")
	if cell := eval[string](b, `document.querySelector(".hinted")?.dataset.name`); cell != "a1" {
		b.Errorf("the hint marks %q, want a1", cell)
	}
	b.click("#hint")
	b.says("#play-said", "A best move is a1-a2.")
}

// testPuzzle solves a puzzle with the best move of the table.
func testPuzzle(b *tab) {
	b.goTo("/?table=tictactoe")
	b.click("#tab-play")
	b.click("#puzzle")
	b.says("#remark", "Find the only move that ")
	if n := eval[int](b, `document.querySelectorAll("#explorer .badge").length`); n != 0 {
		b.Errorf("%d values are visible during the puzzle", n)
	}
	b.click("#best")
	b.says("#remark", " was the only move that kept the ")
	b.says("#card", "puzzles100")
	b.until(`document.querySelectorAll("#explorer .cell .badge").length > 0 || document.getElementById("value").textContent.includes("over")`, "the values to come back")
}

// testHeads chooses the moves of both sides on the board.
func testHeads(b *tab) {
	b.goTo(mixed)
	b.says("#value", "Both move simultaneously")
	if text := eval[string](b, `[...document.querySelectorAll('[data-name="0.0"] .aim, [data-name="0.2"] .aim')].map((a) => a.className + " " + a.textContent).join("; ")`); text != "aim c-red 50.0 %; aim c-blue 50.0 %" {
		b.Errorf("the cells beside the heads have %q", text)
	}
	b.cell("0.0")
	b.until(`document.querySelector('[data-name="0.0"] .taken-up')`, "red's choice to be marked")
	b.cell("0.2")
	b.says("#line", "1. moveLeft+moveLeft")
	b.goTo(mixed)
	bars := eval[[]string](b, `[...document.querySelectorAll(".matrix .probability span")].map((s) => s.className + " " + s.style.width)`)
	if all := strings.Join(bars, ", "); all != "c-blue 0%, c-blue 0%, c-blue 50%, c-blue 50%, c-red 0%, c-red 50%, c-red 50%" {
		b.Errorf("the bars of the probabilities are %s", all)
	}
}

// testPalette sets up a position with the palette and the side to move, and
// undoes edits and moves with Ctrl-Z.
func testPalette(b *tab) {
	b.expected = []string{"status of 400"}
	b.goTo("/?table=" + pawns)
	notation := func(want string) {
		b.Helper()
		b.until(fmt.Sprintf(`document.getElementById("notation").value === %q`, want), "the notation "+want)
	}
	undo := `document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true, cancelable: true }))`
	b.click("#edit-open")
	notation("bbb/.../.../www:w")
	b.click(`#palette [aria-label="white piece"]`)
	b.cell("b2")
	notation("bbb/.../.w./www:w")
	b.says("#edit-error", "4 white pieces")
	b.click(`#palette [aria-label="empty cell"]`)
	b.cell("b1")
	notation("bbb/.../.w./w.w:w")
	b.run(`document.getElementById("edit-side").value = "b", document.getElementById("edit-side").dispatchEvent(new Event("change"))`)
	notation("bbb/.../.w./w.w:b")
	b.says("#edit-hint", "This position can occur: black wins in 7 plies.")
	b.run(undo)
	notation("bbb/.../.w./w.w:w")
	b.run(undo)
	notation("bbb/.../.w./www:w")
	b.click("#edit-undo")
	notation("bbb/.../.../www:w")
	b.press(kb.Escape)
	b.click("#edit-open")
	b.click("#best")
	b.says("#value", "white wins in 8 plies")
	b.run(undo)
	b.says("#value", "white wins in 9 plies")
}

package browsertest

import (
	"fmt"
	"math"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// testOpponents lets each opponent choose ten thousand moves with seeded random numbers.
// The shares of the casual one must follow the formula in docs/serve.md.
func testOpponents(b *tab) {
	b.goTo("/")
	const pos = `{ mover: 0, movers: [0], value: { payoffs: ["50", "50"] }, moves: [
		{ move: "draw", keeps: true, outcome: "draw", value: { remoteness: 4, payoffs: ["50", "50"] } },
		{ move: "far", keeps: false, outcome: "loss", value: { remoteness: 12, payoffs: ["0", "100"] } },
		{ move: "near", keeps: false, outcome: "loss", value: { remoteness: 3, payoffs: ["0", "100"] } },
		{ move: "now", keeps: false, outcome: "loss", value: { remoteness: 0, payoffs: ["0", "100"] } }] }`
	const both = `{ mover: -1, movers: [0, 1], value: { payoffs: ["50", "50"] }, moves: [
		{ move: "a+x", keeps: true, probability: "1", value: { payoffs: ["3", "1"] } }, { move: "b+x", value: { payoffs: ["2", "1"] } },
		{ move: "c+x", value: { payoffs: ["1", "1"] } }] }`
	counts := eval[map[string]map[string]float64](b, `import("/page/opponents.js").then(({ choose, levels }) => {
		let seed = 1;
		const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
		const counts = {};
		for (const [name, pos] of [["", `+pos+`], [" both", `+both+`]]) {
			for (const level of levels) {
				const row = counts[level + name] = {};
				for (let i = 0; i < 10000; i++) {
					const { move } = choose(level, pos, random);
					row[move] = (row[move] ?? 0) + 1 / 10000;
				}
			}
		}
		return counts;
	})`)
	softmax := func(weights ...float64) []float64 {
		sum := 0.0
		for _, w := range weights {
			sum += w
		}
		for i := range weights {
			weights[i] /= sum
		}
		return weights
	}
	weight := func(worth, plies float64) float64 { return math.Exp((0.5 + (worth-0.5)*math.Pow(2, -plies/6)) / 0.1) }
	casual := softmax(weight(0.5, 4), weight(0, 12), weight(0, 3), weight(0, 0))
	sides := softmax(weight(1, 6), weight(0.5, 6), weight(0, 6))
	for level, want := range map[string][]float64{
		"perfect": {1, 0, 0, 0}, "casual": casual, "random": {0.25, 0.25, 0.25, 0.25}, "strong": {0.9 + 0.1*casual[0], 0.1 * casual[1], 0.1 * casual[2], 0.1 * casual[3]},
		"perfect both": {1, 0, 0}, "casual both": sides, "random both": {1.0 / 3, 1.0 / 3, 1.0 / 3},
	} {
		for i, share := range want {
			move := []string{"draw", "far", "near", "now"}[i]
			if len(want) == 3 {
				move = []string{"a+x", "b+x", "c+x"}[i]
			}
			if got := counts[level][move]; math.Abs(got-share) > 0.02 || share == 0 && got > 0 {
				b.Errorf("%s chose %s in %.3f of the positions, want %.3f", level, move, got, share)
			}
		}
	}
	if casual[1] < 5*casual[2] || casual[3] > 0.01 {
		b.Errorf("distant errors are not likelier than near ones: %v", casual)
	}
}

// testScoreCard wins a game with a hint, and again after a reload. The better result
// is kept.
func testScoreCard(b *tab) {
	b.goTo("/?table=tictactoe&p=xx./oo./...")
	b.playAs(0, "strong")
	b.click("#hint")
	b.says("#play-said", "A good move is c3.")
	b.click("#hint") // of the same position, counts once
	b.cell("c3")
	b.says("#remark", "You won against strong: 1 of 1 move kept the value (100 %), with 1 hint.")
	b.click("#tab-play")
	b.says("#card", "strong100won, 100 %")
	b.click("#take-back")
	b.says("#value", "X to move.")
	if n := eval[int](b, `document.querySelectorAll("#line li").length`); n != 1 {
		b.Errorf("the line has %d entries after the move was taken back, want 1", n)
	}
	b.do(chromedp.Reload())
	b.settle()
	b.cell("c3")
	b.says("#card", "strong200won, 100 %")
	if best := eval[int](b, `JSON.parse(localStorage.getItem("card tictactoe")).strong.best.hints`); best != 1 {
		b.Errorf("the best game has %d hints, want 1", best)
	}
	b.goTo("/?table=" + pawns)
	if card := b.text("#card"); card != "" {
		b.Errorf("another game has the card %q", card)
	}
	b.click("#play-open")
	b.click("#hint")
	b.says("#play-said", "A good move is a1-a2.")
	if cell := eval[string](b, `document.querySelector(".hinted")?.dataset.name`); cell != "a1" {
		b.Errorf("the hint marks %q, want a1", cell)
	}
	// Moves and hints of the other side do not count after a change of sides.
	b.cell("a1")
	b.cell("a2")
	b.until(`document.querySelectorAll("#line li").length === 3`, "the reply")
	b.playAs(1, "perfect")
	b.until(`document.querySelectorAll("#line li").length === 2`, "the first move of a new game")
	b.click("#quit")
	b.until(`document.getElementById("play-said").textContent === "You stopped playing against perfect."`, "a result without moves")
}

// testTreeOpponent loses a game against Monte Carlo tree search.
func testTreeOpponent(b *tab) {
	b.goTo("/?table=tictactoe&p=xx./oo./...")
	b.playAs(0, "mcts")
	b.cell("c1")
	b.says("#remark", "You lost against mcts: 0 of 1 move kept the value (0 %).")
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

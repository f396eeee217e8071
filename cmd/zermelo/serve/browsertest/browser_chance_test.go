package browsertest

import (
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"
)

var pig = "/?table=" + url.QueryEscape("pig:target=10")

// forceSixes makes the page throw a 6 each time.
const forceSixes = `crypto.getRandomValues = (a) => a.fill(2 ** 32 - 1)`

// testChance throws a die with the button and by choosing an outcome.
func testChance(b *tab) {
	b.goTo("/")
	b.says(`#tables`, "First wins with probability 0.709424, 6.6 plies on average")
	b.goTo(pig)
	b.says("#value", "The next move is random: first wins with probability 0.709424, 6.6 plies on average.")
	b.says("#moves-title", "6 outcomes")
	bars := eval[[]string](b, `[...document.querySelectorAll(".moves li")].map((li) => [li.querySelector(".worth").textContent, li.querySelector(".probability span").style.width, li.querySelector(".move").textContent].join(" | "))`)
	for i, want := range []string{"first 29.1 %, 6.6 plies | 29.05", "first 74.8 %, 6.6 plies | 74.8"} {
		if !strings.HasPrefix(bars[i], want) || !strings.HasSuffix(bars[i], fmt.Sprintf("| %d 16.7 %%", i+1)) {
			b.Errorf("outcome %d is listed as %q, want %q", i+1, bars[i], want)
		}
	}
	b.checkAccess("a throw")
	if half := eval[float64](b, `import("/page/opponents.js").then(({ roll }) => {
		const moves = [{ move: "a", probability: "1/3" }, { move: "b", probability: "1/2" }, { move: "c", probability: "1/6" }];
		return Array.from({ length: 10000 }, () => roll({ moves })).filter(({ move }) => move === "b").length / 10000;
	})`); math.Abs(half-0.5) > 0.03 {
		b.Errorf("an outcome of probability 1/2 was drawn in %.3f of the throws", half)
	}
	b.run(forceSixes)
	b.click("#roll")
	b.says("#remark", "Random move: 6.")
	b.says("#value", "First to move: first wins with probability 0.842350")
	b.says(".moves", "first 84.2 %")
	b.checkAccess("after a throw")
	b.says("#graph .legend", "Probability that first wins: 84.2 % now")
	if label := eval[string](b, `document.querySelector("#graph svg").getAttribute("aria-label")`); !strings.Contains(label, "first wins with probability 0.709424, 6.6 plies on average; first wins with probability 0.842350") {
		b.Errorf("the graph is described as %q", label)
	}
	b.click("#back")
	b.click(".moves li:nth-child(3) .move")
	b.says("#remark", "Random move: 3.")
	if p := b.shown(); p != "0.0.3:first" {
		b.Errorf("after a 3, the position is %s", p)
	}
	b.press("s")
	b.run(`document.getElementById("speed").value = "fast", document.getElementById("speed").dispatchEvent(new Event("change"))`)
	b.press("p") // plays on, with a 6 each time
	b.says("#value", "The game is over: first has won.")
}

// testChanceGame loses a game of Pig with throws of 6 against perfect play. The cost of the
// moves and the luck are compared with the values of the positions.
func testChanceGame(b *tab) {
	b.goTo(pig)
	b.run(forceSixes + `, localStorage.setItem("speed", "fast"), document.getElementById("speed").value = "fast"`)
	b.playAs(0, "perfect")
	b.says("#value", "First to move.")
	b.says("#remark", "Random move: 6.")
	if n := eval[int](b, `document.querySelectorAll("#explorer .badge, #graph svg").length`); n != 0 {
		b.Errorf("%d values are visible during the game", n)
	}
	b.click(".moves li button:last-child") // roll
	b.says("#value", "first has won")
	b.says("#remark", "You won against perfect: 1 of 1 move kept the value (100 %), your moves cost 0 %, luck +29.1 %.")
	b.click("#take-back")
	b.until(`new URL(location.href).searchParams.get("p") === "0.0.6:first"`, "the last choice")
	b.click(".moves li button") // hold
	b.says("#value", "second has won")
	share := func(positions ...string) (list []float64) {
		for _, p := range positions {
			text := eval[string](b, fmt.Sprintf(`import("/page/api.js").then(({ position }) => position("pig:target=10", %q)).then((pos) => pos.value.payoffs[0])`, p))
			above, below, _ := strings.Cut(text, "/")
			x, _ := strconv.ParseFloat(above, 64)
			if y, err := strconv.ParseFloat(below, 64); err == nil {
				x /= y
			}
			list = append(list, x)
		}
		return list
	}
	v := share("", "0.0.6:first", "6.0.0.roll:second", "6.0.6:second", "6.0.6.roll:second")
	cost, luck := v[1]-v[2]+v[1]-v[1], v[1]-v[0]+v[3]-v[2]+0-v[4]
	b.says("#remark", fmt.Sprintf("You lost against perfect: 1 of 2 moves kept the value (50 %%), your moves cost %.1f %%, luck −%.1f %%, with 1 taken back.", 100*cost, -100*luck))
	b.says("#graph .legend", "Probability that first wins: 0 % now")
	b.checkAccess("after the game")
}

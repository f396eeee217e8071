package browsertest

import (
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

// testLive opens an unreachable position with white to move. The page must
// search the position and its moves immediately, and add it to the line.
func testLive(b *tab) {
	b.expected = []string{"status of 422"}
	b.goTo("/?table=" + pawns + "&p=bbb/w../.../ww.:w")
	b.says("#search", "depth")
	b.says("#search h3", "Search")
	b.until(`document.querySelector("#search h3").textContent === "Search"`, "the end of the search")
	b.says("#value", "White to move: ")
	b.says("#value", "wins.")
	value := b.text("#value")
	if n := eval[int](b, `document.querySelectorAll(".move.unknown").length`); n != 0 {
		b.Errorf("%d moves have unknown values", n)
	}
	b.click(".move")
	b.until(`document.querySelectorAll("#line li").length === 2`, "the line with a move")
	b.settle()
	b.click("#back")
	b.until(fmt.Sprintf(`document.getElementById("value").textContent === %q`, value), "the value that was found")
	// Stop and resume a search in progress.
	b.run(`window.fetch = ((through) => (url, options) => {
		if (!String(url).includes("/search/live")) return through(url, options);
		const text = 'event: analysis\ndata: {"mover":"black","proven":false,"low":0,"high":100,"estimate":-0.25,"line":["b4-b3"],"depth":7,"nodes":1234,"seconds":0.5}\n\n';
		return Promise.resolve(new Response(new ReadableStream({
			start(stream) {
				stream.enqueue(new TextEncoder().encode(text));
				options.signal.addEventListener("abort", () => stream.error(options.signal.reason));
			},
		})));
	})(window.fetch)`)
	b.click("#edit-open")
	b.run(`document.getElementById("notation").value = "bbb/w../.../ww.:b"; document.getElementById("edit-form").requestSubmit()`)
	b.says("#search h3", "Searching")
	b.says("#search", "Black gets 0 to 100 points; estimate −0.25")
	b.click("#search button")
	b.says("#search h3", "Search")
	b.says("#value", "not proven, estimate −0.25 for black")
	b.says("#search button", "Search longer")
	b.click("#search button")
	b.says("#search h3", "Searching")
}

// counted counts the requests of the page and the bytes of their replies.
const counted = `performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))`

// testQuick opens a game with an empty cache and clicks through it. Each click
// must send at most one request. The times are logged but not tested, because
// they include other work on the machine.
func testQuick(b *tab) {
	b.goTo("/?table=" + pawns)
	b.says("#value", "white wins in 9 plies")
	b.says("#best-line:not([hidden])", "9. ") // whose request would count for the first click
	names := eval[string](b, counted+`.map((e) => e.name).join(" ")`)
	if n := eval[int](b, counted+`.filter((e) => !e.name.endsWith(".js")).length`); n > 6 { // with the rules and the best line
		b.Errorf("%d requests, modules excluded: %s", n, names)
	}
	bytes := eval[int](b, counted+".reduce((sum, e) => sum + e.transferSize, 0)")
	if bytes > 200_000 {
		b.Errorf("%d bytes", bytes)
	}
	if _, err := chromedp.Call(b.ctx, performance.Enable, performance.EnableParams{}); err != nil {
		b.Fatal(err)
	}
	slowest, script := 0.0, scriptTime(b)
	for left := 8; left > 4; left-- {
		b.run("performance.clearResourceTimings()")
		b.click(".move")
		b.says("#value", fmt.Sprintf("white wins in %d pl", left))
		if names := eval[string](b, `performance.getEntriesByType("resource").map((e) => e.name).join(" ")`); strings.Count(names, "/api/") > 1 {
			b.Errorf("a click requests %s", names)
		}
		slowest = max(slowest, eval[float64](b, `Math.max(0, ...performance.getEntriesByType("resource").map((e) => e.duration))`))
	}
	script = (scriptTime(b) - script) / 4
	b.Logf("%d bytes are sent to open a game; the slowest answer to a click took %.1f ms, the script of a click %.1f ms on average", bytes, slowest, script*1e3)
	b.do(chromedp.Reload())
	b.settle()
	if n := eval[int](b, counted+`.filter((e) => e.name.includes("/page/") && e.transferSize > 0).length`); n != 0 {
		b.Errorf("%d files were sent again", n)
	}
}

// scriptTime returns the total running time of scripts in the tab, in seconds.
func scriptTime(b *tab) float64 {
	b.Helper()
	found, err := chromedp.Call(b.ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		b.Fatal(err)
	}
	for _, m := range found.Metrics {
		if m.Name == "ScriptDuration" {
			return m.Value
		}
	}
	return 0
}

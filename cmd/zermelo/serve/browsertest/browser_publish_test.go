package browsertest

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"zermelo/cmd/zermelo/command"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
)

// script is a game without a table, with a few hundred positions.
const script = "../../../../docs/examples/notakto.star"

// TestPublishedFolderNeedsNoServer publishes tables of a game, a rule sheet, a small
// game and a script. A plain file server serves the folder under a path.
func TestPublishedFolderNeedsNoServer(t *testing.T) {
	browser := startBrowser(t)
	site := publishTo(t, pawns, sheet, "tictactoe", script, "pig:target=10")
	host := &fileHost{files: http.StripPrefix("/games", http.FileServer(http.Dir(site)))}
	server := httptest.NewServer(host)
	t.Cleanup(server.Close)
	t.Run("a line to its end", func(t *testing.T) { playPublished(newTab(t, browser, server.URL+"/games")) })
	if host.ranges.Load() == 0 {
		t.Error("no part of a table was fetched")
	}
	if err := os.Remove(filepath.Join(site, "explorer.bin")); err != nil {
		t.Fatal(err)
	}
	t.Run("without the program", func(t *testing.T) {
		b := newTab(t, browser, server.URL+"/games")
		b.expected = []string{"status of 404"}
		b.goTo("/?table=tictactoe")
		b.says("#value", "X to move: draw in 9 plies.")
		b.says("#how", "The first player with 3 adjacent stones")
		b.click(".move")
		b.says("#banner", "The explorer failed: a file of the folder is missing")
	})
}

// TestSlowNetwork loads a published folder with ten games from a host that sends 200
// kB/s. With -large, it checks times, too, and waits for a minute between two clicks.
func TestSlowNetwork(t *testing.T) {
	browser := startBrowser(t)
	site := publishTo(t, "tictactoe", pawns, racers, walkers, pair, squares, "kalah:pits=2,seeds=1", "nim:piles=3+5", "domineering:size=3x3", "hex:size=3x3")
	host := &fileHost{files: http.FileServer(http.Dir(site)), rate: 200_000}
	server := httptest.NewServer(host)
	t.Cleanup(server.Close)
	t.Run("times", func(t *testing.T) { useSlowly(newTab(t, browser, server.URL), host) })
}

func useSlowly(b *tab, host *fileHost) {
	b.do(chromedp.Navigate(b.site + "/?table=tictactoe"))
	b.says("#value", "X to move: draw in 9 plies.")
	b.until(`document.querySelectorAll(".cell").length === 9`, "the board")
	board, sent := eval[float64](b, "performance.now()"), host.sent.Load()
	b.says(".tools", " of 2.")
	b.click(".move")
	b.says("#value", "O to move: draw in 8 plies.")
	usable, all := eval[float64](b, "performance.now()"), host.sent.Load()
	b.until(`!document.querySelector(".tools").textContent.includes("Loading")`, "the end of the progress")
	if gamestest.Large() {
		time.Sleep(time.Minute)
	}
	click := eval[float64](b, `new Promise((done) => {
		const from = performance.now();
		new MutationObserver(() => done(performance.now() - from)).observe(document.getElementById("value"), { childList: true, characterData: true, subtree: true });
		document.querySelector(".move").click();
	})`)
	b.Logf("board after %.0f ms and %d bytes; next position after %.0f ms and %d bytes; next click after a pause: %.0f ms", board, sent, usable, all, click)
	for what, over := range map[string]bool{
		"bytes before the board": sent > 400_000, "bytes": all > 2_800_000,
		"time to the board": gamestest.Large() && board > 2000, "time to the next position": gamestest.Large() && usable > 15_000, "time of a click": gamestest.Large() && click > 200,
	} {
		if over {
			b.Errorf("%s: over the limit", what)
		}
	}
}

// publishTo publishes games, the first two from tables, and returns the folder.
func publishTo(t *testing.T, specs ...string) string {
	t.Helper()
	db, out := t.TempDir(), filepath.Join(t.TempDir(), "site")
	for _, args := range [][]string{{"solve", specs[0], "--quiet"}, {"solve", specs[1], "--quiet"}, append([]string{"publish", "--out", out, "--source", "../../../.."}, specs...)} {
		var told bytes.Buffer
		o := command.Options{Registry: builtin.Registry(), Stdin: strings.NewReader(""), Stdout: &told, Stderr: &told}
		if code := command.Run(t.Context(), o, append(args, "--db", db)...); code != 0 {
			t.Fatalf("%s: exit code %d: %s", args, code, &told)
		}
	}
	return out
}

// fileHost serves files. It sends up to rate bytes per second, or any number if rate is 0.
type fileHost struct {
	files        http.Handler
	rate         float64
	sent, ranges atomic.Int64

	mu   sync.Mutex
	free time.Time // end of the transmission of all bytes so far
}

func (h *fileHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Range") != "" {
		h.ranges.Add(1)
	}
	h.files.ServeHTTP(slowWriter{w, h}, r)
}

type slowWriter struct {
	http.ResponseWriter
	host *fileHost
}

func (w slowWriter) Write(data []byte) (n int, err error) {
	for part := range slices.Chunk(data, 4<<10) {
		w.host.wait(len(part))
		if _, err := w.ResponseWriter.Write(part); err != nil {
			return n, err
		}
		n += len(part)
	}
	return n, nil
}

func (h *fileHost) wait(bytes int) {
	h.sent.Add(int64(bytes))
	if h.rate == 0 {
		return
	}
	h.mu.Lock()
	if late := time.Now().Add(-100 * time.Millisecond); h.free.Before(late) { // a busy machine may wake up late
		h.free = late
	}
	h.free = h.free.Add(time.Duration(float64(bytes) / h.rate * float64(time.Second)))
	until := h.free
	h.mu.Unlock()
	time.Sleep(time.Until(until))
}

// playPublished plays a line and opens the other games.
func playPublished(b *tab) {
	b.goTo("/")
	b.says("#games-count", "5 solved games")
	b.goTo("/?table=" + pawns)
	b.says("#value", "White to move: white wins in 9 plies.")
	for left := 8; left > 0; left-- {
		b.click(".move")
		b.says("#value", fmt.Sprintf("white wins in %d pl", left))
	}
	b.click(".move")
	b.says("#value", "The game is over: white has won.")
	b.click("#tab-line")
	b.run(`window.saved = [], HTMLAnchorElement.prototype.click = () => {}, URL.createObjectURL = (blob) => (saved.push(blob), "blob:none")`)
	b.click("#save-png")
	b.until(`saved[0]?.type === "image/png" && saved[0].size > 1000`, "the picture as PNG")
	b.goTo("/embed.html?table=tictactoe")
	b.says("#value", "X to move: draw in 9 plies.")
	b.cell("b2")
	b.says("#value", "O to move: draw in 8 plies.")
	if parts := visible(b, ".tools, .right, .transport"); len(parts) > 0 {
		b.Errorf("the page in a frame shows %q", parts)
	}
	b.run(`document.body.append(Object.assign(document.createElement("script"), { textContent: "window.injected = true" }))`)
	b.expected = []string{"Content Security Policy"}
	if eval[bool](b, "window.injected === true") {
		b.Error("a script that is not part of the page has run")
	}
	b.goTo("/?table=tictactoe")
	b.says("#best-line:not([hidden])", "9. ")
	b.says("#value", "X to move: draw in 9 plies.")
	if n := eval[int](b, `import(document.querySelector("link[href$='/send.js']").href).then(({ send }) => send("api/tictactoe/line?p=&max=3")).then((r) => r.json()).then((line) => line.moves.length)`); n != 3 {
		b.Errorf("a line of %d moves, want 3", n)
	}
	b.click("#tab-report")
	b.click("#hard button")
	b.says("#hard", "a random move is an error in")
	b.expected = append(b.expected, "status of 404") // reports have no icon
	b.click("#reports a")
	b.click(`a[href="../../?p=&table=tictactoe"]`)
	b.says("#value", "X to move: draw in 9 plies.")
	b.goTo(pig)
	b.says("#value", "The next move is random: first wins with probability 0.709424")
	b.click("#roll")
	b.says("#remark", "Random move: ")
	b.goTo("/")
	b.click(`a[href*="notakto"]`)
	b.says("#value", "First to move: first wins in 6 plies.")
	b.goTo("/")
	b.click(`a[href*="wythoff"]`)
	b.says("#value", "wins in")

	// The file of a rule sheet is shown with its rules.
	b.click("#tab-rules")
	b.says("#rules pre", "Wythoff")
	b.goTo("/?table=tictactoe&play")
	b.says("#value", "X to move.")
	b.playToEnd(func() { b.click(".move") })
	b.accuracy("casual", 0)

	// The browser searches unreachable positions.
	b.goTo("/?table=" + pawns + "&p=bbb/w../.../ww.:w")
	b.says("#search", "depth")
	b.until(`document.querySelector("#search h3").textContent === "Search"`, "the end of the search")
	b.says("#value", "White to move: ")
	b.says("#value", "wins.")
}

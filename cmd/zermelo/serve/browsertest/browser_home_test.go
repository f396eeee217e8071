package browsertest

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// proved has a proof and no table.
const proved = "connect4:size=4x5"

func TestHome(t *testing.T) {
	browser := startBrowser(t)
	db := t.TempDir()
	for _, game := range []string{walkers, racers, pawns, "hexapawn", "tictactoe", pair, leads, sheet} {
		solveInto(t, db, game)
	}
	solveInto(t, db, proved, "--method", "search")
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><title>host</title><link rel="icon" href="data:,"><iframe src=%q width="480" height="560"></iframe>`, r.URL.Query().Get("frame"))
	}))
	t.Cleanup(host.Close)
	site, _ := serveTables(t, db, "--embed", host.URL)
	for _, test := range []struct {
		name string
		run  func(*tab)
	}{
		{"games with their variants", testFamilies},
		{"filters and search", testFilters},
		{"accessibility", testHomeAccess},
		{"picture with values", testPicture},
		{"frame", func(b *tab) { testFrame(b, host.URL) }},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(newTab(t, browser, site)) })
	}
}

// visible returns the texts of the visible elements that match a selector.
func visible(b *tab, selector string) []string {
	b.Helper()
	return eval[[]string](b, fmt.Sprintf(`[...document.querySelectorAll(%q)].filter((e) => e.checkVisibility()).map((e) => e.textContent)`, selector))
}

func testFamilies(b *tab) {
	b.goTo("/")
	b.says("#games-count", "9 solved games")
	if titles := strings.Join(visible(b, ".card h2"), ", "); titles != "Breakthrough, Connect Four, Coordination, Tic-tac-toe, Tron, wythoff.kif" {
		b.Errorf("the games are %s", titles)
	}
	b.says(`.variants a[href="/?table=`+pawns+`"]`, "3 columns, 4 rows, 1 row of pieces each, diagonal captures")
	b.says(`.variants a[href="/?table=hexapawn"], .variants a[title*="hexapawn"]`, "Hexapawn: ")
	// All games have a picture, also one that has only a proof or no board.
	b.until(`document.querySelectorAll(".thumb svg").length === 5`, "the pictures of the games with a board")
	b.says(`.thumb[href*="coordination"]`, "0 of 2 rounds")
	play := eval[string](b, `document.querySelector('[aria-label="Play Tic-tac-toe, 3 columns, 3 rows"]').getAttribute("href")`)
	if play != "/?table=tictactoe&play" {
		b.Errorf("the link that plays is %s", play)
	}
	b.click(`.variants a[href*="connect4:size=4x5"]`)
	b.says("#value", "draw")
}

func testFilters(b *tab) {
	b.goTo("/")
	if names := strings.Join(visible(b, "#filters button"), ", "); names != "Wins, Draws, Simultaneous moves, Your own" {
		b.Errorf("the filters are %s; puzzles, of which there are none, must not be offered", names)
	}
	expect := func(what string, want ...string) {
		b.Helper()
		b.until(fmt.Sprintf(`document.getElementById("games-count").textContent.startsWith("%d of 9")`, len(want)), fmt.Sprintf("%d games after %s", len(want), what))
		got := strings.Join(eval[[]string](b, `[...document.querySelectorAll(".variants a:not(.go)")].filter((e) => e.checkVisibility()).map((e) => new URL(e.href).searchParams.get("table"))`), " ")
		for _, id := range want {
			if !strings.Contains(got, id) {
				b.Errorf("after %s the games are %s, want %v", what, got, want)
			}
		}
	}
	b.click(`[name="Draws"]`)
	expect("draws", "tictactoe", leads, proved, racers)
	b.click(`[name="Simultaneous moves"]`)
	expect("draws with simultaneous moves", racers)
	if pressed := eval[int](b, `document.querySelectorAll("#filters [aria-pressed=true]").length`); pressed != 2 {
		b.Errorf("%d filters are pressed, want 2", pressed)
	}
	b.click(`[name="Draws"]`)
	expect("simultaneous moves", racers, pair)
	b.click(`[name="Simultaneous moves"]`)
	b.click(`[name="Your own"]`)
	expect("own games", "wythoff.kif")
	b.click(`[name="Your own"]`)
	const hexapawn = "breakthrough:size=3x3"
	for text, want := range map[string][]string{
		"DIAGONAL captures": {pawns, hexapawn}, "hexapawn": {hexapawn}, "four": {leads, proved}, "connect4": {leads, proved}, "size=3x5": {racers}, "nothing": nil,
	} {
		b.run(fmt.Sprintf(`document.getElementById("find").value = %q, document.getElementById("find").dispatchEvent(new Event("input"))`, text))
		expect(text, want...)
	}
}

// testHomeAccess checks the list of games in both colour schemes, on a phone, and with
// the keyboard.
func testHomeAccess(b *tab) {
	for _, scheme := range []string{"light", "dark"} {
		b.colours(scheme)
		b.goTo("/")
		b.until(`document.querySelector(".thumb svg")`, "a picture")
		b.checkAccess("the list of games, " + scheme)
	}
	b.do(chromedp.EmulateViewport(320, 640))
	if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > 320 {
		b.Errorf("the list of games is %d pixels wide on a screen of 320", wide)
	}
	if low := eval[[]string](b, `[...document.querySelectorAll(".variants a, #filters button")].filter((e) => e.getBoundingClientRect().height < 32).map((e) => e.textContent)`); len(low) > 0 {
		b.Errorf("targets of less than 32 pixels: %v", low)
	}
	b.run(`document.querySelector("#filters button").focus()`)
	b.press(" ")
	b.until(`document.querySelector("#filters button").ariaPressed === "true"`, "the filter to be pressed by the space bar")
}

// picturePixels decodes a data URL of a PNG.
func picturePixels(t *testing.T, address string) image.Image {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(address, "data:image/png;base64,"))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// testPicture copies the board with its values. The picture must have the colours of the
// badges, at their places, and be saved if the clipboard is not available.
func testPicture(b *tab) {
	b.colours("light")
	b.goTo("/?table=" + pawns)
	b.click("#tab-line")
	const read = `new Promise((done) => { const r = new FileReader(); r.onload = () => done(r.result); r.readAsDataURL(copied.at(-1)); })`
	b.run(`window.copied = [], window.saved = [], navigator.clipboard.write = async ([item]) => void copied.push(await item.getType("image/png")),
		HTMLAnchorElement.prototype.click = function () { saved.push(this.download); }`)
	b.click("#copy-picture")
	b.says("#copied", "Copied.")
	with := picturePixels(b.T, eval[string](b, read))
	at := eval[[]float64](b, `(() => { const [a, c] = [document.getElementById("board"), document.querySelector(".cell .badge.best")].map((e) => e.getBoundingClientRect()); return [c.left - a.left + 4, c.top - a.top + c.height / 2, a.width, a.height]; })()`)
	if got, want := with.At(int(2*at[0]), int(2*at[1])), eval[string](b, `getComputedStyle(document.querySelector(".cell .badge.best")).backgroundColor`); rgb(got) != want {
		b.Errorf("the picture has %s at the first best move, want %s", rgb(got), want)
	}
	if size := with.Bounds().Size(); size.X != int(2*at[2]) || size.Y < int(2*at[3])+20 {
		b.Errorf("the picture has %v pixels; the board has %v, and needs a line for the value", size, at[2:])
	}
	b.run(`navigator.clipboard.write = () => Promise.reject(new Error("denied"))`)
	b.click("#copy-picture")
	b.says("#copied", "the picture was saved")
	if names := eval[[]string](b, "saved"); len(names) != 1 || !strings.HasSuffix(names[0], ".png") {
		b.Errorf("saved %v, want one PNG", names)
	}
}

func rgb(c interface{ RGBA() (r, g, b, a uint32) }) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("rgb(%d, %d, %d)", r>>8, g>>8, b>>8)
}

// testFrame shows the board in a frame of another site, where moves can be made. Other
// pages than /embed must not appear in frames.
func testFrame(b *tab, host string) {
	b.goTo("/?table=" + pawns + "&p=bbb/.../.w./w.w:b")
	b.click("#tab-line")
	b.run(`navigator.clipboard.writeText = async (text) => void (window.code = text)`)
	b.click("#copy-frame")
	b.says("#copied", "--embed ORIGIN")
	code := eval[string](b, "code")
	_, rest, _ := strings.Cut(code, `src="`)
	address, _, _ := strings.Cut(rest, `"`)
	address = strings.ReplaceAll(address, "&amp;", "&")
	if !strings.HasPrefix(code, "<iframe ") || !strings.HasPrefix(address, b.site+"/embed?table=") {
		b.Fatalf("the code is %s", code)
	}
	frame := newTab(b.T, b.ctx, "")
	frame.do(chromedp.Navigate(address))
	frame.settle()
	frame.says("#value", "Black to move: black wins in 7 plies.")
	if parts := visible(frame, ".brand, .tools, .steps, .right, .transport, #history, #best-line"); len(parts) > 0 {
		frame.Errorf("the page in a frame shows %q", parts)
	}
	frame.checkAccess("the page in a frame")
	before := eval[int](frame, "history.length")
	frame.run(`document.querySelector(".cell.begins").click(), document.querySelector(".cell.can .badge").closest(".cell").click()`)
	frame.says("#value", "White to move: ")
	if after := eval[int](frame, "history.length"); after != before {
		frame.Errorf("a move adds %d entries to the history of the page around the frame", after-before)
	}
	if whole := eval[string](frame, `document.getElementById("whole").href`); !strings.HasPrefix(whole, b.site+"/?table=") {
		frame.Errorf("the link to the whole page is %s", whole)
	}

	for address, want := range map[string]bool{address: true, b.site + "/?table=tictactoe": false} {
		outer := newTab(b.T, b.ctx, host)
		outer.expected = []string{"frame-ancestors"}
		outer.do(chromedp.Navigate(host + "/?frame=" + url.QueryEscape(address)))
		tree, err := chromedp.Call(outer.ctx, page.GetFrameTree, cdp.Empty{})
		if err != nil || len(tree.FrameTree.ChildFrames) != 1 {
			b.Fatalf("%s: no frame (%v)", address, err)
		}
		if got := tree.FrameTree.ChildFrames[0].Frame.URL; (got == address) != want {
			b.Errorf("a frame for %s shows %s", address, got)
		}
	}
}

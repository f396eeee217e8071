package browsertest

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/cmd/zermelo/command"
	"zermelo/games/builtin"
)

// script is a game without a table, with a few hundred positions.
const script = "../../../../docs/examples/notakto.star"

// TestPublishedFolderNeedsNoServer publishes a table, a rule sheet, a game and
// a script that the browser solves. A plain file server serves the folder under
// a path. Playing a line to its end must request only files.
func TestPublishedFolderNeedsNoServer(t *testing.T) {
	browser := startBrowser(t)
	db, out := t.TempDir(), filepath.Join(t.TempDir(), "site")
	for _, args := range [][]string{
		{"solve", pawns, "--quiet"}, {"solve", sheet, "--quiet"},
		{"publish", pawns, sheet, "tictactoe", script, "--out", out, "--source", "../../../.."},
	} {
		var told bytes.Buffer
		o := command.Options{Registry: builtin.Registry(), Stdin: strings.NewReader(""), Stdout: &told, Stderr: &told}
		if code := command.Run(t.Context(), o, append(args, "--db", db)...); code != 0 {
			t.Fatalf("%s: exit code %d: %s", args, code, &told)
		}
	}
	asked := make(chan string, 1000)
	files := http.StripPrefix("/games", http.FileServer(http.Dir(out)))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path + " " + r.Header.Get("Range")
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(host.Close)

	t.Run("a line to its end", func(t *testing.T) { playPublished(newTab(t, browser, host.URL+"/games")) })

	close(asked)
	ranges := 0
	for request := range asked {
		if strings.Contains(request, "/api/") || strings.Contains(request, "/page/") {
			t.Errorf("the page requested %s from the host", request)
		}
		if strings.Contains(request, "bytes=") {
			ranges++
		}
	}
	if ranges == 0 {
		t.Error("no part of a table was fetched")
	}
}

// playPublished plays a line and opens the other games.
func playPublished(b *tab) {
	b.goTo("/")
	b.says("#games-count", "4 solved games")
	b.goTo("/?table=" + pawns)
	b.says("#value", "White to move: white wins in 9 plies.")
	for left := 8; left > 0; left-- {
		b.click(".move")
		b.says("#value", fmt.Sprintf("white wins in %d pl", left))
	}
	b.click(".move")
	b.says("#value", "The game is over: white has won.")
	b.goTo("/?table=tictactoe")
	b.says("#value", "X to move: draw in 9 plies.")
	b.goTo("/")
	b.click(`a[href*="notakto"]`)
	b.says("#value", "First to move: first wins in 6 plies.")
	b.goTo("/")
	b.click(`a[href*="wythoff"]`)
	b.says("#value", "wins in")

	// The browser searches unreachable positions.
	b.expected = []string{"status of 422"}
	b.goTo("/?table=" + pawns + "&p=bbb/w../.../ww.:w")
	b.says("#search", "depth")
	b.until(`document.querySelector("#search h3").textContent === "Search"`, "the end of the search")
	b.says("#value", "White to move: ")
	b.says("#value", "wins.")
}

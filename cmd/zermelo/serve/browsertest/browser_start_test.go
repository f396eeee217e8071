package browsertest

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"zermelo/cmd/zermelo/command"
	"zermelo/games/builtin"
)

// startBrowser starts a headless Chromium for the duration of a test. If
// Chromium is missing, the test is skipped, unless CI is set and
// ZERMELO_NO_BROWSER is not.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes seconds to start")
	}
	path := browserPath()
	switch {
	case os.Getenv("ZERMELO_NO_BROWSER") != "":
		t.Skip("ZERMELO_NO_BROWSER is set: the page is not tested")
	case path == "" && os.Getenv("CI") != "":
		t.Fatal("no Chromium or Chrome found; .ci/run installs one, apt-get install chromium does too")
	case path == "":
		t.Skip("no Chromium or Chrome found, so the page is not tested; apt-get install chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WSURLReadTimeout(patience))
	if os.Geteuid() == 0 { // Chromium's sandbox does not work for root
		options = append(options, chromedp.NoSandbox)
	}
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	browser, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	if err := chromedp.Do(browser, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("start %s: %v", path, err)
	}
	return browser
}

// browserPath returns the path of the browser, or "".
func browserPath() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// Rule sheets that are served in addition to built-in games. In three, three
// players move in turn; in chase, they move simultaneously; in placing, moves differ
// only in the kind of piece.
const (
	sheet   = "../../../../games/gdl/testdata/wythoff.kif"
	chase   = "../../../../games/gdl/testdata/chase.kif"
	three   = "../../../../games/gdl/testdata/three.kif"
	placing = "../../../../games/gdl/testdata/placing.kif"
)

// startServer solves games and serves them like the program. It returns the URL
// of the page, without trailing slash.
func startServer(t *testing.T, specs ...string) string {
	t.Helper()
	db := t.TempDir()
	for _, spec := range specs {
		solveInto(t, db, spec)
	}
	site, _ := serveTables(t, db, "--search", "1s", sheet, chase, three, placing)
	return site
}

// solveInto runs zermelo solve with the given arguments.
func solveInto(t *testing.T, db string, args ...string) {
	t.Helper()
	var told bytes.Buffer
	o := command.Options{Registry: builtin.Registry(), Stdin: strings.NewReader(""), Stdout: &told, Stderr: &told}
	if code := command.Run(t.Context(), o, append([]string{"solve", "--db", db, "--quiet", "--workers", "1"}, args...)...); code != 0 {
		t.Fatalf("solve %s: exit code %d: %s", args, code, &told)
	}
}

// serveTables serves the tables of a directory until the test ends. It returns
// the URL of the page, without trailing slash, and the token for solving.
func serveTables(t *testing.T, db string, args ...string) (site, token string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan int)
	out := make(lines, 1)
	var errs bytes.Buffer
	go func() {
		ended <- command.Run(ctx, command.Options{Registry: builtin.Registry(), Stdin: strings.NewReader(""), Stdout: out, Stderr: &errs}, append([]string{"serve", "--db", db, "--addr", "127.0.0.1:0", "--json"}, args...)...)
	}()
	t.Cleanup(func() {
		stop()
		if code := <-ended; code != 0 {
			t.Errorf("serve: exit code %d: %s", code, &errs)
		}
	})
	select {
	case text := <-out:
		var ready struct{ URL, Token string }
		if err := json.Unmarshal(text, &ready); err != nil {
			t.Fatalf("serve printed %q: %v", text, err)
		}
		return strings.TrimSuffix(ready.URL, "/"), ready.Token
	case code := <-ended:
		go func() { ended <- code }()
		t.Fatalf("serve ended with exit code %d: %s", code, &errs)
	case <-time.After(patience):
		t.Fatalf("serve is not ready after %v", patience)
	}
	return "", ""
}

// lines is an io.Writer that sends each write to a channel.
type lines chan []byte

func (l lines) Write(p []byte) (int, error) {
	l <- bytes.Clone(p)
	return len(p), nil
}

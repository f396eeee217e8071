package browsertest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// patience is the timeout of operations that usually take milliseconds. It is
// long because the machine may be busy.
const patience = 60 * time.Second

// tab is a browser tab that is used like a person would.
type tab struct {
	*testing.T
	ctx  context.Context
	site string
	// expected lists parts of console messages that the test provokes, such as
	// replies with status 400.
	expected []string
}

// newTab opens a tab with separate storage. At the end of the test, the console
// must contain only expected messages.
func newTab(t *testing.T, browser context.Context, site string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	messages := chromedp.Console(ctx)
	b := &tab{T: t, ctx: ctx, site: site}
	b.do(chromedp.EmulateViewport(1280, 900))
	t.Cleanup(func() {
		const mark = "the test is over"
		b.run(fmt.Sprintf("console.debug(%q)", mark))
		for m, err := range messages {
			switch {
			case err != nil:
				t.Errorf("read the console: %v", err)
				return
			case m.Text == mark:
				return
			case !b.isExpected(m.Text):
				t.Errorf("console: %s: %s", m.Type, m.Text)
			}
		}
	})
	return b
}

func (b *tab) isExpected(text string) bool {
	for _, part := range b.expected {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// do runs actions, which must succeed.
func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

// eval returns the value of an expression in the page.
func eval[T any](b *tab, expression string) T {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return value
}

// run runs a script.
func (b *tab) run(script string) {
	b.Helper()
	eval[bool](b, script+", true")
}

// goTo opens a URL of the site and waits until the page is loaded.
func (b *tab) goTo(address string) {
	b.Helper()
	b.do(chromedp.Navigate(b.site + address))
	b.settle()
}

// goToSheet opens the start of a rule sheet, whose table name contains a digest, and
// waits for its value.
func (b *tab) goToSheet(name, value string) {
	b.Helper()
	b.goTo("/")
	b.click(`a[href*="` + name + `.kif"]`)
	b.says("#value", value)
}

// settle waits until loading is complete.
func (b *tab) settle() {
	b.Helper()
	b.until(`document.querySelector("main > :is(section):not([hidden])") && !document.querySelector("main[aria-busy]")`, "the page to be ready")
}

// until waits until a condition of the page is true.
func (b *tab) until(condition, what string) {
	b.Helper()
	for end := time.Now().Add(patience); !eval[bool](b, "Boolean("+condition+")"); time.Sleep(15 * time.Millisecond) {
		if time.Now().After(end) {
			b.Fatalf("timed out waiting for %s; the page shows:\n%s", what, eval[string](b, "document.body.innerText"))
		}
	}
}

// says waits until an element contains a string.
func (b *tab) says(selector, text string) {
	b.Helper()
	b.until(fmt.Sprintf("document.querySelector(%q)?.textContent.includes(%q)", selector, text), fmt.Sprintf("%s to say %q", selector, text))
}

// text returns the text of an element.
func (b *tab) text(selector string) string {
	b.Helper()
	return eval[string](b, fmt.Sprintf("document.querySelector(%q)?.textContent ?? ''", selector))
}

// click clicks the centre of an element.
func (b *tab) click(selector string) {
	b.Helper()
	b.do(chromedp.Click(selector))
}

// press presses keys.
func (b *tab) press(keys string) {
	b.Helper()
	b.do(chromedp.KeyEvent(keys))
}

// cell clicks the cell with the given name.
func (b *tab) cell(name string) {
	b.Helper()
	b.click(fmt.Sprintf(`.cell[data-name="%s"]`, name))
}

// playAs starts a game from the current position against an opponent of the given level.
func (b *tab) playAs(role int, level string) {
	b.Helper()
	b.run(fmt.Sprintf(`level.value = %q, level.dispatchEvent(new Event("change")), side.value = "%d", side.dispatchEvent(new Event("change"))`, level, role))
	b.settle()
}

// blunder makes the move b1-b2 at the start of pawns, which gives a win away.
func (b *tab) blunder() {
	b.Helper()
	b.cell("b1")
	b.cell("b2")
	b.says("#value", "black wins in 7 plies")
}

// shown returns the position in the URL, or "" at the start.
func (b *tab) shown() string {
	b.Helper()
	return eval[string](b, `new URL(location.href).searchParams.get("p") ?? ""`)
}

// colours sets the preferred colour scheme to "light" or "dark".
func (b *tab) colours(scheme string) {
	b.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	if err != nil {
		b.Fatal(err)
	}
}

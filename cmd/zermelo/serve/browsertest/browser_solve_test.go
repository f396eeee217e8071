package browsertest

import (
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestSolvingInTheBrowser(t *testing.T) {
	browser := startBrowser(t)
	site, token := serveTables(t, t.TempDir(), "--solve")
	t.Run("jobs", func(t *testing.T) { testSolve(newTab(t, browser, site), token) })
}

// testSolve solves a game, a rule sheet and a script with an option from the
// page, and opens one of them. It pauses, resumes and cancels a job, and checks
// that the game is listed as unsolved.
func testSolve(b *tab, token string) {
	b.goTo("/")
	if eval[bool](b, `document.getElementById("solve") !== null`) {
		b.Error("solving is on offer without the token")
	}
	b.do(chromedp.Navigate(b.site+"/help"), chromedp.Navigate(b.site+"/#token="+token)) // leave the page first, because changing only the fragment does not reload
	b.expected = []string{"status of 404"}
	b.until(`document.querySelector("#solve-game")?.options.length > 10`, "the games to solve")
	if eval[bool](b, `location.href.includes("token")`) {
		b.Error("the token is still in the address")
	}
	set := func(id, value string) {
		b.run(fmt.Sprintf(`(() => { const field = document.getElementById(%q); field.value = %q; for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true })); })()`, id, value))
	}
	const start = "#solve form button[type=submit]"
	set("solve-game", "tron")
	set("option-size", "3x4")
	b.says("#solve .shown", "Tron: 3 columns, 4 rows.")
	if cells := eval[string](b, `document.querySelector("#solve .shown svg").getAttribute("viewBox")`); cells != "0 0 126 166" {
		b.Errorf("the picture of 3 columns and 4 rows has the view box %s", cells)
	}
	set("option-turns", "simultaneous")
	b.says("#solve .shown", "simultaneous turns")
	if words := eval[string](b, `document.getElementById("option-walls").selectedOptions[0].textContent`); words != "no walls" {
		b.Errorf("the option is called %q", words)
	}
	set("option-turns", "alternating")
	b.says("#solve form > [role=status]", "positions, ")
	b.click(start)
	b.says("#solve .jobs", "solved in")
	b.until(`document.querySelector("#tables a[href='/?table=tron:size=3x4']")`, "the game in the list")

	// An option out of range, options that exclude each other, and an invalid sheet.
	b.expected = append(b.expected, "status of 400")
	set("option-size", "99x99")
	b.says("#solve .option:has(#option-size[aria-invalid]) .error", "must be WIDTHxHEIGHT")
	set("solve-game", "hex")
	b.until(`!document.querySelector("#solve .error")?.textContent && document.querySelector("#solve [type=submit]:enabled")`, "the error to go")
	set("option-size", "3x4")
	set("option-swap", "yes")
	b.says("#solve .option:has([aria-invalid]) .error", "swap=yes")
	b.until(fmt.Sprintf(`document.querySelector(%q).disabled`, start), "no way to solve a game that does not exist")
	drop := func(name, text string) {
		b.run(fmt.Sprintf(`(() => { const sent = new DataTransfer(); sent.items.add(new File([%q], %q)); document.querySelector("#solve form").dispatchEvent(new DragEvent("drop", { dataTransfer: sent, bubbles: true, cancelable: true })); })()`, text, name))
	}
	drop("wrong.kif", "(role a)\n(<= (legal a ?m)\n    (does a b))\n")
	b.says("#solve .findings", "line 2: error")
	if !eval[bool](b, fmt.Sprintf(`document.querySelector(%q).disabled`, start)) {
		b.Error("a sheet with errors can be solved")
	}
	text, err := os.ReadFile(sheet)
	if err != nil {
		b.Fatal(err)
	}
	drop("my game.kif", string(text))
	set("solve-game", "nim") // before the reply about the sheet
	b.says("#solve .shown", "Nim: ")
	drop("my game.kif", string(text))
	b.says("#solve .shown", "my-game.kif: ")
	if chosen := eval[string](b, `document.getElementById("solve-game").value + "; " + document.getElementById("solve-file").files[0]?.name`); chosen != "; my game.kif" {
		b.Errorf("the form shows the choice %q, want only the file", chosen)
	}
	b.click(start)
	b.says("#solve .jobs li:first-child", "solved in")

	// A non-default option of the sheet.
	drop("my game.kif", string(text))
	b.says("#solve form", "a symmetry of the rules")
	set("option-symmetry", "off")
	b.says("#solve .shown", "symmetry ignored")
	b.click(start)
	b.says("#solve .jobs li:first-child", ":symmetry=off")
	b.says("#solve .jobs li:first-child", "solved in")

	// A long job is paused, resumed and cancelled.
	set("solve-game", "connect4")
	set("option-size", "5x5")
	b.says("#solve .shown", "5 columns, 5 rows")
	b.click(start)
	b.says("#solve form > [role=status]", "positions (") // the forecast, during the job
	const job = "#solve .jobs li:first-child"
	press := func(text string) {
		b.until(fmt.Sprintf(`[...document.querySelectorAll("%s button")].some((x) => x.textContent === %q && !x.disabled)`, job, text), "a button "+text)
		b.run(fmt.Sprintf(`[...document.querySelectorAll("%s button")].find((x) => x.textContent === %q).click()`, job, text))
	}
	b.says(job, "ply ")
	press("Pause")
	b.says(job, "paused, not solved yet")
	press("Resume")
	b.says(job, "ply ")
	press("Cancel")
	b.says(job, "cancelled")
	b.do(chromedp.Reload())
	b.says("#others", "connect4:size=5x5: not solved yet")
	b.says("#solve .jobs", "cancelled") // token and jobs survive a reload
	for _, scheme := range []string{"light", "dark"} {
		b.colours(scheme)
		b.do(chromedp.Reload())
		b.says("#solve .jobs", "cancelled")
		b.checkAccess("solving, " + scheme)
	}
	b.run(`[...document.querySelectorAll("#solve .jobs a")].at(-1).click()`)
	b.until(`!document.getElementById("explorer").hidden`, "the game that was solved")
	b.says("#value", "to move")
	b.goTo("/embed")
	b.says("#games-count", "solved games")
	if eval[bool](b, `new Promise((done) => setTimeout(() => done(document.getElementById("solve") !== null), 500))`) {
		b.Error("a page in a frame can solve games")
	}
}

package docs_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/cmd/zermelo/command"
	"zermelo/docs/examples/kayles"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
)

var update = flag.Bool("update", false, "write the output of the commands into the pages")

// docs returns the paths of the pages with examples, relative to the root of the module.
func docs(t *testing.T) []string {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{"README.md", "ARCHITECTURE.md"}, pages...)
}

// TestDocsShowWhatCommandsPrint runs the commands in the console blocks of the
// pages and compares their output with the pages. The commands run in order, in the
// root of the module, and share one data directory. Times, speeds and sizes are
// ignored. If a page shows no output of a command, any output matches; a line "..."
// matches all further output. If a page shows an error, the command must fail with
// it. The commands of first-hours.md and arena.md run in a copy of docs/examples, with an
// empty data directory. With -update, the test rewrites the pages.
func TestDocsShowWhatCommandsPrint(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	shared, commands := t.TempDir(), 0
	block := regexp.MustCompile("(?s)```console\n(.*?)```")
	for _, name := range docs(t) {
		page := filepath.Join(root, name)
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		t.Chdir(root)
		t.Setenv("ZERMELO_DB", shared)
		if name == "docs/first-hours.md" || name == "docs/arena.md" {
			if _, err := exec.LookPath("python3"); err != nil && name == "docs/arena.md" {
				t.Logf("%s: not checked, because there is no python3", name)
				continue
			}
			t.Setenv("ZERMELO_DB", t.TempDir())
			folder := t.TempDir()
			if err := os.CopyFS(folder, os.DirFS("docs/examples")); err != nil {
				t.Fatal(err)
			}
			t.Chdir(folder)
		}
		updated := block.ReplaceAllStringFunc(string(text), func(b string) string {
			parts := strings.Split("\n"+block.FindStringSubmatch(b)[1], "\n$ ")[1:]
			for i, part := range parts {
				line, want, _ := strings.Cut(part, "\n")
				commands++
				parts[i] = line + "\n" + show(t, name, line, strings.TrimRight(want, "\n"))
			}
			return "```console\n$ " + strings.Join(parts, "\n$ ") + "```"
		})
		if *update && updated != string(text) {
			if err := os.WriteFile(page, []byte(updated), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if name == "docs/arena.md" {
			checkPicture(t, filepath.Join(root, "docs/mistake.svg"), "mistake.svg")
		}
	}
	if commands < 10 {
		t.Errorf("found %d commands, want 10 or more", commands)
	}
}

// checkPicture compares a picture of a page with the file that a command of the page has written.
func checkPicture(t *testing.T, picture, written string) {
	got, err := os.ReadFile(written)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(picture, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(picture); err != nil || string(got) != string(want) {
		t.Errorf("%s differs from what the page writes, %v", picture, err)
	}
}

// show runs a command of a page and returns the text that the page should show below it.
func show(t *testing.T, page, line, want string) string {
	text, own := strings.CutPrefix(line, "go run ./docs/examples/mygames ")
	if !own {
		text = strings.TrimPrefix(line, "zermelo ")
	}
	args, stdin := redirected(t, fields(text))
	typed := regexp.MustCompile(`(?m)^(\w+ > )(.+)$`).FindAllStringSubmatch(want, -1)
	for _, m := range typed {
		stdin += m[2] + "\n"
	}
	got, stderr, code := run(args, stdin)
	stderr = strings.ReplaceAll(stderr, os.Getenv("ZERMELO_DB"), "~/.local/share/zermelo")
	echoed, rest := "", got
	for _, m := range typed { // a terminal echoes the input
		before, after, _ := strings.Cut(rest, m[1])
		echoed, rest = echoed+before+m[0]+"\n", after
	}
	got = echoed + rest
	fails := strings.Contains("\n"+want, "\nzermelo: ")
	if fails {
		got += stderr
	}
	if fails != (code != 0) {
		t.Errorf("%s: %s: exit code %d: %s", page, line, code, stderr)
	}
	return compare(t, page, line, want, got)
}

// TestDocsShowCurrentChart draws the chart of docs/reports.md again.
func TestDocsShowCurrentChart(t *testing.T) {
	gamestest.SkipUnlessLarge(t)
	want, err := os.ReadFile("values.svg")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("ZERMELO_DB", t.TempDir())
	const game = "breakthrough:size=4x4,captures=diagonal"
	zermelo(t, []string{"solve", game})
	if got := zermelo(t, []string{"report", game, "--format", "svg", "--picture", "values"}); got != string(want) {
		t.Error("docs/values.svg differs; write it with the command in docs/reports.md")
	}
}

// TestDocsNameCommandsAndFlagsThatExist runs the commands in the shell blocks and
// in the text of the pages with --help, which parses the flags and does no work.
func TestDocsNameCommandsAndFlagsThatExist(t *testing.T) {
	t.Chdir("..")
	inBlock := regexp.MustCompile(`(?m)^(?:go run \./cmd/zermelo|zermelo) ([^#|&\n]*)`)
	inText := regexp.MustCompile("`zermelo ([^`]*)`")
	shell := regexp.MustCompile("(?s)```sh\n(.*?)```")
	tried := map[string]bool{}
	for _, page := range docs(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		found := inText.FindAllSubmatch(text, -1)
		for _, b := range shell.FindAll(text, -1) {
			found = append(found, inBlock.FindAllSubmatch(b, -1)...)
		}
		for _, m := range found {
			args := fields(string(m[1]))
			for i, arg := range args { // as in --until TIER
				if i > 0 && args[i-1] == "--time" && strings.ToUpper(arg) == arg {
					args[i] = "1s"
				}
			}
			if line := string(m[1]); !tried[line] {
				tried[line] = true
				if got := zermelo(t, append(args, "--help")); !strings.Contains(got, "Usage:\n  zermelo "+args[0]) {
					t.Errorf("%s: zermelo %s: no such command", page, line)
				}
			}
		}
	}
	if len(tried) < 10 {
		t.Errorf("found %d commands, want 10 or more", len(tried))
	}
}

// compare reports an error if the output got of a command does not match want, the
// text of a page. It returns the text that the page should show.
func compare(t *testing.T, page, line, want, got string) string {
	if want == "" {
		return ""
	}
	got = strings.TrimRight(got, "\n")
	if head, cut := strings.CutSuffix("\n"+want, "\n..."); cut {
		n := strings.Count(head, "\n")
		lines := strings.SplitAfter(got, "\n")
		if len(lines) < n {
			t.Errorf("%s: %s: printed %d lines, fewer than the page shows", page, line, len(lines))
			return want
		}
		return compare(t, page, line, strings.TrimPrefix(head, "\n"), strings.Join(lines[:n], "")) + "...\n"
	}
	diff := cmp.Diff(steady(want), steady(got))
	if diff != "" && !*update {
		t.Errorf("%s: %s (-page +printed):\n%s", page, line, diff)
	}
	if diff == "" {
		return want + "\n"
	}
	return got + "\n"
}

// steady replaces the parts of a text that differ between runs and machines.
func steady(text string) string {
	text = regexp.MustCompile(`[0-9.]+ [kM]? ?states/s`).ReplaceAllString(text, "N states/s")
	text = regexp.MustCompile(`\b([0-9]+h)?([0-9]+m)?[0-9.]+ ?(ms|s|min|h|days)\b`).ReplaceAllString(text, "TIME")
	text = regexp.MustCompile(`(?m)^ *TIME of processor time\n`).ReplaceAllString(text, "") // omitted if it is too small to measure
	text = regexp.MustCompile(`searched   [0-9,]+|moves? for each of [0-9,]+|all play, [0-9,]+`).ReplaceAllString(text, "N")
	text = regexp.MustCompile(`[0-9]+ workers?`).ReplaceAllString(text, "N workers")
	text = regexp.MustCompile(`[0-9.]+ ([KMG]i)?B\b`).ReplaceAllString(text, "SIZE")
	text = regexp.MustCompile(`[0-9.]+ bytes per state`).ReplaceAllString(text, "N bytes per state")
	return regexp.MustCompile(` +(TIME|SIZE)`).ReplaceAllString(text, " $1") // columns of a table
}

// zermelo runs a command that must succeed, and returns its standard output.
func zermelo(t *testing.T, args []string) string {
	args, stdin := redirected(t, args)
	stdout, stderr, code := run(args, stdin)
	if code != 0 {
		t.Errorf("zermelo %v: exit code %d: %s", args, code, stderr)
	}
	return stdout
}

// redirected removes "< FILE" from args and returns the text of the file.
func redirected(t *testing.T, args []string) (rest []string, stdin string) {
	n := len(args)
	if n < 3 || args[n-2] != "<" {
		return args, ""
	}
	text, err := os.ReadFile(args[n-1])
	if err != nil {
		t.Error(err)
	}
	return args[:n-2], string(text)
}

// run runs the program with the built-in games and that of the examples.
func run(args []string, stdin string) (stdout, stderr string, code int) {
	var out, errs bytes.Buffer
	registry := builtin.Registry()
	registry.Entries = append(registry.Entries, kayles.Entry())
	options := command.Options{Registry: registry, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs}
	code = command.Run(context.Background(), options, args...)
	return out.String(), errs.String(), code
}

// fields splits a line at blanks outside double quotes.
func fields(line string) []string {
	var args []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			args = append(args, part)
		} else {
			args = append(args, strings.Fields(part)...)
		}
	}
	return args
}

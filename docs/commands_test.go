package docs_test

import (
	"bytes"
	"context"
	"flag"
	"os"
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

var update = flag.Bool("update", false, "write what the commands print into the pages")

// docs are the pages with examples, from the root of the module.
func docs(t *testing.T) []string {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{"README.md", "ARCHITECTURE.md"}, pages...)
}

// TestDocsShowWhatCommandsPrint runs the commands in the console blocks of the
// pages, in order and with the same tables, and compares what they print with what
// is printed there. They run in the root of the module. Times, speeds and sizes may
// differ. A command without output there may print anything; after a line "..."
// anything may follow. With -update the pages are written anew.
func TestDocsShowWhatCommandsPrint(t *testing.T) {
	t.Chdir("..")
	t.Setenv("ZERMELO_DB", t.TempDir())
	commands := 0
	block := regexp.MustCompile("(?s)```console\n(.*?)```")
	for _, page := range docs(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		updated := block.ReplaceAllStringFunc(string(text), func(b string) string {
			parts := strings.Split("\n"+block.FindStringSubmatch(b)[1], "\n$ ")[1:]
			for i, part := range parts {
				line, want, _ := strings.Cut(part, "\n")
				commands++
				parts[i] = line + "\n" + show(t, page, line, strings.TrimRight(want, "\n"))
			}
			return "```console\n$ " + strings.Join(parts, "\n$ ") + "```"
		})
		if *update && updated != string(text) {
			if err := os.WriteFile(page, []byte(updated), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if commands < 10 {
		t.Errorf("only %d commands found", commands)
	}
}

// show runs a command of a page and returns what belongs below it there.
func show(t *testing.T, page, line, want string) string {
	args, own := strings.CutPrefix(line, "go run ./docs/examples/mygames ")
	if !own {
		args = strings.TrimPrefix(line, "zermelo ")
	}
	return compare(t, page, line, want, zermelo(t, fields(args)))
}

// TestPictureOfTheDocsIsThatOfTheProgram draws the chart of the README again.
func TestPictureOfTheDocsIsThatOfTheProgram(t *testing.T) {
	gamestest.SkipUnlessLarge(t)
	want, err := os.ReadFile("values.svg")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("ZERMELO_DB", t.TempDir())
	const game = "breakthrough:size=4x4,captures=diagonal"
	zermelo(t, []string{"solve", game})
	if got := zermelo(t, []string{"report", game, "--format", "svg", "--picture", "values"}); got != string(want) {
		t.Error("docs/values.svg is out of date: docs/reports.md says how it is made")
	}
}

// TestDocsNameCommandsAndFlagsThatExist tries the commands in the shell blocks and
// in the text of the pages, with --help in place of the work.
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
					t.Errorf("%s: zermelo %s: there is no such command", page, line)
				}
			}
		}
	}
	if len(tried) < 10 {
		t.Errorf("only %d commands found", len(tried))
	}
}

// compare returns the text of an example for a page.
func compare(t *testing.T, page, line, want, got string) string {
	if want == "" {
		return ""
	}
	got = strings.TrimRight(got, "\n")
	if head, cut := strings.CutSuffix(want, "..."); cut {
		n := strings.Count(head, "\n")
		lines := strings.SplitAfter(got, "\n")
		if len(lines) < n {
			t.Errorf("%s: %s: prints only %d lines", page, line, len(lines))
			return want
		}
		return compare(t, page, line, strings.TrimRight(head, "\n"), strings.Join(lines[:n], "")) + "...\n"
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

// steady replaces what differs from run to run and machine to machine.
func steady(text string) string {
	text = regexp.MustCompile(`[0-9.]+ [kM]? ?states/s`).ReplaceAllString(text, "N states/s")
	text = regexp.MustCompile(`\b([0-9]+h)?([0-9]+m)?[0-9.]+ ?(ms|s|min|h|days)\b`).ReplaceAllString(text, "TIME")
	text = regexp.MustCompile(`(?m)^ *TIME of processor time\n`).ReplaceAllString(text, "") // too little is not measured everywhere
	text = regexp.MustCompile(`searched   [0-9,]+|moves? for each of [0-9,]+|all play, [0-9,]+`).ReplaceAllString(text, "N")
	text = regexp.MustCompile(`[0-9]+ workers?`).ReplaceAllString(text, "N workers")
	text = regexp.MustCompile(`[0-9.]+ ([KMG]i)?B\b`).ReplaceAllString(text, "SIZE")
	text = regexp.MustCompile(`[0-9.]+ bytes a state`).ReplaceAllString(text, "N bytes a state")
	return regexp.MustCompile(` +(TIME|SIZE)`).ReplaceAllString(text, " $1") // columns of a table
}

// zermelo runs the program, with the game of the examples beside the built-in ones,
// and returns what it prints on standard output.
func zermelo(t *testing.T, args []string) string {
	var stdout, stderr bytes.Buffer
	var stdin []byte
	if n := len(args); n > 2 && args[n-2] == "<" {
		var err error
		if stdin, err = os.ReadFile(args[n-1]); err != nil {
			t.Error(err)
		}
		args = args[:n-2]
	}
	registry := builtin.Registry()
	registry.Entries = append(registry.Entries, kayles.Entry())
	options := command.Options{Registry: registry, Stdin: bytes.NewReader(stdin), Stdout: &stdout, Stderr: &stderr}
	if code := command.Run(context.Background(), options, args...); code != 0 {
		t.Errorf("zermelo %v: exit code %d: %s", args, code, stderr.String())
	}
	return stdout.String()
}

// fields splits a line at blanks that are not in double quotes.
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

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/cmd/zermelo/command"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
)

// docs are the pages with examples, from the root of the module.
func docs(t *testing.T) []string {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{"README.md", "ARCHITECTURE.md"}, pages...)
}

// TestDocsShowWhatCommandsPrint runs the commands in the console blocks of the
// README and of docs/*.md, in order and with the same tables, and compares what
// they print with what is printed there. They run in the root of the module.
// Times, speeds and sizes may differ. A command without output there may print
// anything; after a line "..." anything may follow. With -update the pages are
// written anew. Without -large the commands with games that take seconds are left
// as they are.
func TestDocsShowWhatCommandsPrint(t *testing.T) {
	t.Chdir("../..")
	t.Setenv("ZERMELO_DB", t.TempDir())
	commands := 0
	block := regexp.MustCompile("(?s)```console\n(.*?)```")
	for _, page := range docs(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		updated := block.ReplaceAllStringFunc(string(text), func(b string) string {
			body := block.FindStringSubmatch(b)[1]
			var out strings.Builder
			for i, example := range strings.Split("\n"+body, "\n$ zermelo ")[1:] {
				line, want, _ := strings.Cut(example, "\n")
				commands++
				got := strings.TrimRight(want, "\n") + "\n"
				if gamestest.Large() || !slices.ContainsFunc(fields(line), takesSeconds) {
					got = compare(t, page, line, strings.TrimRight(want, "\n"), zermelo(t, fields(line)))
				} else if got == "\n" {
					got = ""
				}
				if i > 0 {
					out.WriteString("\n")
				}
				out.WriteString("$ zermelo " + line + "\n" + got)
			}
			return "```console\n" + out.String() + "```"
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

// TestDocsNameCommandsAndFlagsThatExist tries the commands in the shell blocks and
// in the text of the pages, with --help in place of the work.
func TestDocsNameCommandsAndFlagsThatExist(t *testing.T) {
	t.Chdir("../..")
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

// TestLinksOfDocsLeadToFilesAndHeadings looks at the links within the repository.
func TestLinksOfDocsLeadToFilesAndHeadings(t *testing.T) {
	t.Chdir("../..")
	link := regexp.MustCompile(`\]\(([^):]*)\)`)
	for _, page := range docs(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllSubmatch(text, -1) {
			file, heading, _ := strings.Cut(string(m[1]), "#")
			target := filepath.Join(filepath.Dir(page), file)
			if file == "" {
				target = page
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: the link %s leads nowhere: %v", page, m[1], err)
				continue
			}
			if heading == "" {
				continue
			}
			there, err := os.ReadFile(target)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(headings(string(there)), heading) {
				t.Errorf("%s: the link %s: %s has the headings %q", page, m[1], target, headings(string(there)))
			}
		}
	}
}

// TestArchitectureNamesFoldersThatExist looks at the tree and at the files and
// folders in the text.
func TestArchitectureNamesFoldersThatExist(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\b(?:games|solver|tablebase|reports|cmd|docs)(?:/[a-z0-9_.]+)*`).FindAllString(string(text), -1)
	if len(named) < 30 {
		t.Errorf("only %d folders found", len(named))
	}
	for _, name := range named {
		if _, err := os.Stat(strings.TrimSuffix(name, ".")); err != nil {
			t.Errorf("ARCHITECTURE.md names %s, which does not exist", name)
		}
	}
}

// headings are the anchors of the headings of a page.
func headings(text string) []string {
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		anchor := strings.ReplaceAll(strings.ToLower(m[1]), " ", "-")
		list = append(list, regexp.MustCompile(`[^a-z0-9_-]`).ReplaceAllString(anchor, ""))
	}
	return list
}

// takesSeconds reports whether a game of the docs takes long to solve.
func takesSeconds(game string) bool { return game == "tron" || game == "breakthrough-holes" }

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
			t.Errorf("%s: zermelo %s: prints only %d lines", page, line, len(lines))
			return want
		}
		return compare(t, page, line, strings.TrimRight(head, "\n"), strings.Join(lines[:n], "")) + "...\n"
	}
	diff := cmp.Diff(steady(want), steady(got))
	if diff != "" && !*update {
		t.Errorf("%s: zermelo %s (-page +printed):\n%s", page, line, diff)
	}
	if diff == "" {
		return want + "\n"
	}
	return got + "\n"
}

// steady replaces what differs from run to run and machine to machine.
func steady(text string) string {
	text = regexp.MustCompile(`[0-9.]+ [kM]? ?states/s`).ReplaceAllString(text, "N states/s")
	text = regexp.MustCompile(`([0-9.]+ (ms|s|min|h)|[0-9]+m[0-9]+s)\b`).ReplaceAllString(text, "TIME")
	text = regexp.MustCompile(`searched   [0-9,]+|moves? for each of [0-9,]+|all play, [0-9,]+`).ReplaceAllString(text, "N")
	text = regexp.MustCompile(`[0-9]+ workers?`).ReplaceAllString(text, "N workers")
	text = regexp.MustCompile(`[0-9.]+ ([KMG]i)?B\b`).ReplaceAllString(text, "SIZE")
	text = regexp.MustCompile(`[0-9.]+ bytes a state`).ReplaceAllString(text, "N bytes a state")
	return regexp.MustCompile(` +(TIME|SIZE)`).ReplaceAllString(text, " $1") // columns of a table
}

// zermelo runs the program and returns what it prints on standard output.
func zermelo(t *testing.T, args []string) string {
	var stdout, stderr bytes.Buffer
	if code := command.Run(context.Background(), command.Options{Registry: builtin.Registry(), Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr}, args...); code != 0 {
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

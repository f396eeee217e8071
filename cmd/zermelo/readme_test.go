package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/cmd/zermelo/command"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
)

const readme = "README.md"

// TestReadme runs the commands in the console blocks of the README, in order
// and with the same tables, and compares what they print with what is printed
// there. They run in the folder of the README. Times, speeds and sizes may
// differ. A command without output there may print anything; after a line "..."
// anything may follow. With -update the README is written anew. Without -large
// the commands with games that take seconds are left as they are.
func TestReadme(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("ZERMELO_DB", t.TempDir())
	commands := 0
	block := regexp.MustCompile("(?s)```console\n(.*?)```")
	updated := block.ReplaceAllStringFunc(string(text), func(b string) string {
		body := block.FindStringSubmatch(b)[1]
		var out strings.Builder
		for i, example := range strings.Split("\n"+body, "\n$ zermelo ")[1:] {
			line, want, _ := strings.Cut(example, "\n")
			commands++
			got := strings.TrimRight(want, "\n") + "\n"
			if gamestest.Large() || !slices.ContainsFunc(fields(line), takesSeconds) {
				got = compare(t, line, strings.TrimRight(want, "\n"), zermelo(t, fields(line)))
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
	if commands < 5 {
		t.Errorf("only %d commands found", commands)
	}
	if *update {
		if err := os.WriteFile(readme, []byte(updated), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// takesSeconds reports whether a game of the README takes long to solve.
func takesSeconds(game string) bool { return game == "tron" || game == "breakthrough-holes" }

// compare returns the text of an example for the README.
func compare(t *testing.T, line, want, got string) string {
	if want == "" {
		return ""
	}
	got = strings.TrimRight(got, "\n")
	if head, cut := strings.CutSuffix(want, "..."); cut {
		n := strings.Count(head, "\n")
		lines := strings.SplitAfter(got, "\n")
		if len(lines) < n {
			t.Errorf("zermelo %s: prints only %d lines", line, len(lines))
			return want
		}
		want, got = head, strings.Join(lines[:n], "")
		if diff := cmp.Diff(steady(want), steady(got)); diff != "" && !*update {
			t.Errorf("zermelo %s (-README +printed):\n%s", line, diff)
		}
		return got + "...\n"
	}
	if diff := cmp.Diff(steady(want), steady(got)); diff != "" && !*update {
		t.Errorf("zermelo %s (-README +printed):\n%s", line, diff)
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
	return regexp.MustCompile(`[0-9.]+ bytes a state`).ReplaceAllString(text, "N bytes a state")
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

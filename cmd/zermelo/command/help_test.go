package command

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/games/builtin"
)

// printed returns the standard output of a command.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs strings.Builder
	options := Options{Registry: builtin.Registry(), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs}
	if code := Run(t.Context(), options, append(args, "--db", "/db")...); code != exitOK {
		t.Fatalf("%q: exit code %d: %s", args, code, errs.String())
	}
	return out.String()
}

const maxHelpLines = 40 // maximum number of lines in a help page

// TestHelpPagesFit checks the number of lines and columns of each help page.
func TestHelpPagesFit(t *testing.T) {
	t.Setenv("ZERMELO_DB", "/var/lib/zermelo")
	pages := [][]string{{"help", "flags"}, {"help", "exit-codes"}}
	var add func(c *cobra.Command, path []string)
	add = func(c *cobra.Command, path []string) {
		pages = append(pages, append(slices.Clone(path), "--help"))
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				add(sub, append(slices.Clone(path), sub.Name()))
			}
		}
	}
	add(newTestRoot(), nil)
	if len(pages) < 37 {
		t.Fatalf("%d pages found, want 37 or more", len(pages))
	}
	for _, args := range pages {
		page := printed(t, args...)
		if n := strings.Count(page, "\n"); n > maxHelpLines {
			t.Errorf("zermelo %s: %d lines, want at most %d:\n%s", strings.Join(args, " "), n, maxHelpLines, page)
		}
		for line := range strings.Lines(page) {
			if n := utf8.RuneCountInString(line) - 1; n > terminal.LineWidth {
				t.Errorf("zermelo %s: %d columns, want at most %d: %s", strings.Join(args, " "), n, terminal.LineWidth, line)
			}
		}
	}
}

// TestHelpListsEachCommandOnce compares commandGroups with the commands of the program.
func TestHelpListsEachCommandOnce(t *testing.T) {
	var listed, want []string
	for _, group := range commandGroups {
		listed = append(listed, strings.Fields(group.names)...)
	}
	for _, c := range newTestRoot().Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			want = append(want, c.Name())
		}
	}
	slices.Sort(listed)
	slices.Sort(want)
	if !slices.Equal(listed, want) {
		t.Errorf("help lists %q, want %q", listed, want)
	}
}

// newTestRoot returns the root command of a program that does not run.
func newTestRoot() *cobra.Command {
	p := &program{
		name: defaultName, in: strings.NewReader(""), out: terminal.NewOutput(new(strings.Builder)), err: new(strings.Builder),
		registry: builtin.Registry(),
	}
	root := p.newRoot()
	root.InitDefaultHelpCmd()
	return root
}

package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
)

// evil returns texts that are harmful if they are printed unchanged, because they contain
// control characters or are too long.
func evil() map[string]string {
	return map[string]string{
		"escape":   "x\x1b]0;owned\a\x1b[2J",
		"C1":       "x\u009b2J",
		"reversed": "x\u202etxt.exe",
		"no UTF-8": "x\xff\xfe\x80",
		"huge":     "x" + strings.Repeat("abcdefghi=", 5000),
		"lines":    "x\nzermelo: all is well",
	}
}

// runEvil runs a command and returns what it printed.
func runEvil(stdin string, args ...string) (code int, out string) {
	var stdout, stderr bytes.Buffer
	code = Run(context.Background(), Options{Registry: builtin.Registry(), Stdin: strings.NewReader(stdin), Stdout: &stdout, Stderr: &stderr}, args...)
	return code, stdout.String() + stderr.String()
}

// TestMessagesQuoteInputSafely passes evil texts as arguments, flags and input. Messages
// must not contain their control characters or long texts.
func TestMessagesQuoteInputSafely(t *testing.T) {
	t.Parallel()
	db := t.TempDir()
	if code, out := runEvil("", "solve", "tictactoe", "--db", db, "--quiet"); code != exitOK {
		t.Fatal(out)
	}
	tests := [][]string{
		{"@"}, {"--@"}, {"-@"}, {"help", "@"}, {"games", "@"}, {"version", "@"},
		{"rules", "@"}, {"rules", "tron:@"}, {"rules", "tron:@=1"}, {"rules", "tron:size=@"}, {"rules", "tron:walls=@"},
		{"rules", "chess:pieces=@"}, {"rules", "nim:piles=@"}, {"rules", "breakthrough:holes=@"}, {"rules", "@.kif"}, {"rules", "@.kif:@"},
		{"solve", "@"}, {"solve", "tictactoe", "--method", "@"}, {"solve", "tictactoe", "--memory", "@"}, {"solve", "tictactoe", "--workers", "@"},
		{"solve", "tictactoe", "--until", "@"}, {"solve", "quixo:size=3x3", "--until", "@"}, {"solve", "tictactoe", "--limit", "@"},
		{"query", "tictactoe", "@"}, {"query", "tictactoe", "--moves", "@"}, {"query", "@"}, {"line", "tictactoe", "@"}, {"line", "tictactoe", "--max", "@"},
		{"play", "tictactoe", "@"}, {"play", "tictactoe", "--as", "@"}, {"analyze", "tictactoe", "@"}, {"analyze", "tictactoe", "--moves", "@"}, {"analyze", "tictactoe", "--time", "@"},
		{"report", "tictactoe", "--format", "@"}, {"report", "tictactoe", "-o", "@/@"}, {"report", "tictactoe", "--format", "svg", "--picture", "@"},
		{"compare", "@", "tictactoe"}, {"compare", "tictactoe", "tictactoe", "--format", "@"}, {"compare", "tictactoe", "tron", "--json", "--format", "@"},
		{"sweep", "@"}, {"sweep", "tron:size={@"}, {"sweep", "tron:size={@..}"}, {"sweep", "tron:size={@}"},
		{"tables", "@"}, {"tables", "delete", "@"}, {"tables", "--db", "@"}, {"verify", "@"}, {"verify", "tictactoe", "--sample", "@"},
		{"plan", "@"},
		{"serve", "@"}, {"serve", "--addr", "@"}, {"serve", "--search", "@"},
		{"gdl", "@"}, {"check", "@"}, {"check", "@.kif"}, {"info", "@.kif"}, {"playout", "@"}, {"perft", "@", "3"}, {"perft", "x", "@"},
	}
	for what, text := range evil() {
		for _, args := range tests {
			typed := []string{}
			for _, arg := range args {
				typed = append(typed, strings.ReplaceAll(arg, "@", text))
			}
			if !strings.Contains(strings.Join(typed, " "), "--db") {
				typed = append(typed, "--db", db)
			}
			code, out := runEvil("", typed...)
			if code == exitOK && args[0] != "tables" {
				t.Errorf("%s: %q passed: %.200q", what, args, out)
			}
			checkEcho(t, what+": "+strings.Join(args, " "), out)
		}
		_, out := runEvil(text+"\n", "play", "tictactoe", "--db", db)
		checkEcho(t, what+": play", out)
	}
}

// checkEcho checks that out has no control characters and is short.
func checkEcho(t *testing.T, what, out string) {
	t.Helper()
	if out != games.Clean(out) {
		t.Errorf("%s: control characters: %.500q", what, out)
	}
	if len(out) > 3000 {
		t.Errorf("%s: %d bytes: %.500q", what, len(out), out)
	}
	if strings.Contains(out, "\nzermelo: all is well") {
		t.Errorf("%s: the input begins a line: %.500q", what, out)
	}
}

// TestNamesOfSheetsArePrintedSafely uses evil names in rule sheets. The output of check,
// info, rules, play and report must not contain control characters.
func TestNamesOfSheetsArePrintedSafely(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	texts := evil()
	for what, name := range map[string]string{"evil": texts["escape"] + texts["C1"] + texts["reversed"] + texts["no UTF-8"], "huge": texts["huge"]} {
		sheet := strings.ReplaceAll(`(role @) (role r)
(init (cell 1 @)) (init (cell 2 a)) (init (@ 1)) (init (control @))
(succ 1 2) (succ 2 3)
(<= (legal ?p (mark ?n @)) (true (control ?p)) (true (@ ?n)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (@ ?m)) (true (@ ?n)) (succ ?n ?m))
(<= (next (cell ?n @)) (true (@ ?n))) (<= (next (control r)) (true (control @)))
(<= (next (control @)) (true (control r)))
(<= terminal (true (@ 3))) (goal @ 100) (goal r 0)
(<= (unused@ ?z) (true (cell ?z ?z))) (<= (next (cell 1 1)) (true (@@ 3))) (<= terminal (nothing@))`, "@", name)
		file := filepath.Join(dir, what+".kif")
		if what != "huge" {
			file = filepath.Join(dir, strings.ReplaceAll(name, "/", "")+".kif")
		}
		if err := os.WriteFile(file, []byte(sheet), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{
			{"check"}, {"check", "--json"}, {"info"}, {"playout"}, {"playout", "--json"}, {"rules"}, {"rules", "--json"},
			{"solve"}, {"query"}, {"query", "--json"}, {"report"}, {"report", "--format", "md"}, {"report", "--format", "html"}, {"line"}, {"tables"}, {"play"}, {"play", "--json"},
		} {
			typed := append(args[:len(args):len(args)], "--db", dir)
			if args[0] != "tables" {
				typed = append(typed, file)
			}
			_, out := runEvil("zzz\n", typed...)
			if at := strings.IndexFunc(out, isControl); at >= 0 {
				t.Errorf("%s: %q: control characters: %.100q", what, args, out[max(0, at-50):])
			}
			for line := range strings.Lines(out) {
				if text := strings.Join(args, " "); (text == "check" || text == "rules") && len(line) > 800 {
					t.Errorf("%s: %q: a line of %d bytes: %.100q", what, args, len(line), line)
				}
			}
		}
	}
}

// isControl reports whether r is a control character other than a tab.
func isControl(r rune) bool {
	return r != '\t' && games.Clean(string(r)) != string(r)
}

package command

import (
	"strings"
	"testing"

	"zermelo/games/builtin"
)

// TestMessagesUseProgramName runs commands of a program with another name. Help, hints and
// errors must use that name.
func TestMessagesUseProgramName(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"":                                       "\n  mygames solve tron ",
		"help":                                   `Help: "mygames help COMMAND"`,
		"help solve":                             "\n  mygames solve tron\n",
		"check --help":                           "\n  mygames check ticTacToe.kif\n",
		"gdl check":                              "; run: mygames check\n",
		"compare --help":                         `"mygames sweep" solves`,
		"version":                                "mygames ",
		"tables":                                 "create one with: mygames solve GAME",
		"query tron":                             `solve it with: mygames solve "tron"`,
		"line":                                   `mygames: mygames line expects a game`,
		"analyze snake2p":                        `run: mygames solve "snake2p"`,
		"solve tron --method table --limit 1 -q": `(see "mygames rules tron")`,
		"verify nim":                             "mygames: no table",
		"tron":                                   `try mygames solve "tron"; see "mygames --help"`,
		"play tictactoe":                         `resume with: mygames play "tictactoe"`,
		"solve tictactoe --method":               "mygames: flag needs an argument",
	} {
		db := t.TempDir()
		var out strings.Builder
		run := func(args ...string) {
			options := Options{Name: "mygames", Registry: builtin.Registry(), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out}
			Run(t.Context(), options, args...)
		}
		if strings.HasPrefix(args, "play") {
			run("solve", "tictactoe", "-q", "--db", db)
		}
		if args == "" {
			run("--db", db)
		} else {
			run(append([]string{"--db", db}, strings.Fields(args)...)...)
		}
		text := strings.ReplaceAll(out.String(), db, "")
		if !strings.Contains(text, want) || strings.Contains(strings.ReplaceAll(text, "share/zermelo", ""), "zermelo") {
			t.Errorf("%q: want %q and no other name in\n%s", args, want, text)
		}
	}
}

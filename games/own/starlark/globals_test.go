package starlark

import (
	"slices"
	"strings"
	"testing"

	"zermelo/games/own/protocol"
)

const counting = `roles = ["first", "second"]
total = 1
side = 3
def start(): return "0"
def turn(s): return int(s) % 2
def moves(s): return {} if s == str(side) else {"add": str(int(s) + 1)}
def payoff(s): return 1
def layer(s): return int(s)
`

func TestMisspeltSettingsAreErrors(t *testing.T) {
	for _, c := range []struct{ added, want string }{
		{"endles = 0.5", "game.star:9:1: endles is unused; did you mean endless?"},
		{"alphabets = '01'", "did you mean alphabet?"},
		{"spann = 2", "did you mean span?"},
		{"gird = [1, 1]", "did you mean grid?"},
		{"totl = 2", "did you mean total?"},
		{"if True:\n  symetries = []", "game.star:10:3: symetries is unused; did you mean symmetries?"},
		{"def estimates(s): return 0", "did you mean estimate?"},
		{"Total = 2", "game.star:9:1: Total is unused; did you mean total? If not, rename it to _Total"},
		{"players = 2", "did you mean roles?"},
		{"def goal(s): return 1", "did you mean payoff?"},
	} {
		_, err := Load(t.Context(), "game.star", []byte(counting+c.added+"\n"), nil, protocol.Limits{}.WithDefaults())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.added, err, c.want)
		}
	}
}

func TestUnusedNamesAreWarnings(t *testing.T) {
	for _, c := range []struct{ added, want string }{
		{"", ""},
		{"board = 3", "line 9: board is unused; rename it to _board if this is intended"},
		{"board = 3\nboard = 4", "line 9: board is unused; rename it to _board if this is intended"},
		{"def help(s): return board(board = s)", "line 9: help is unused; rename it to _help if this is intended"},
		{"_board = 3\nBOARD = 3", ""},
		{"gird = 3\ntotal = gird", ""},
		{"gird, totl = 3, 4\nspan = gird + totl", ""},
	} {
		script := strings.ReplaceAll(counting+c.added+"\n", "board(", "str(")
		s, err := Load(t.Context(), "game.star", []byte(script), nil, protocol.Limits{}.WithDefaults())
		if err != nil {
			t.Errorf("%s: %v", c.added, err)
			continue
		}
		var want []string
		if c.want != "" {
			want = []string{c.want}
		}
		if !slices.Equal(s.Hello.Warnings, want) {
			t.Errorf("%s: warnings %q, want %q", c.added, s.Hello.Warnings, want)
		}
	}
}

package starlark

import (
	"strings"
	"testing"

	"zermelo/games/own/protocol"
)

func TestPythonIsAnsweredWithStarlark(t *testing.T) {
	for _, c := range []struct{ added, want string }{
		{"class A:\n    pass", "game.star:9:1: Starlark has no classes; use functions and dictionaries"},
		{"import math", "game.star:9:1: Starlark has no imports; "},
		{"from math import sqrt", "9:1: Starlark has no imports; "},
		{"x = f\"{1}\"", "no f-strings; use \"%d\" % n or \"{}\".format(n)"},
		{"x = F'{1}'", "no f-strings"},
		{"try:\n    x = 1\nexcept:\n    pass", "no exceptions"},
		{"def f():\n    yield 1", "game.star:10:5: Starlark has no generators"},
		{"def f():\n    global z", "cannot assign global variables"},
		{"x: int = 3", "no type annotations"},
		{"def f(a: int):\n    return a", "no type annotations"},
		{"assert True", "no assert"},
		{"x = 3 ** 2", "no operator **"},
		{"x = total is None", "no is; use =="},
		{"x = sum([1])", "game.star:9:5: Starlark has no function sum; add the values in a loop"},
		{"x = isinstance(1, int)", "no function isinstance"},
		{"x = random.choice([1])", "9:5: Starlark has no random numbers"},
		{"x = true", "Starlark writes True"},
		{"if __name__ == '__main__':\n    start()", "Starlark has no main program"},
		{"@cache\ndef f():\n    return 1", "game.star:9:1: Starlark has no decorators; leave them out"},
		{"def f()\n    return 1", "game.star:9:8: got newline, want ':'"},
		{"x = unknown", "undefined: unknown"},
		{"x = (1", "want ')'"},
	} {
		_, err := Load(t.Context(), "game.star", []byte(counting+c.added+"\n"), nil, protocol.Limits{}.WithDefaults())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.added, err, c.want)
		}
	}
}

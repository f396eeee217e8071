package starlark

import (
	"context"
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"zermelo/games/own/protocol"
)

// TestStringsOfErrors tests the messages for results that are not lists of strings.
func TestStringsOfErrors(t *testing.T) {
	long := make([]starlark.Value, 1002)
	for i := range long {
		long[i] = starlark.String("a")
	}
	for _, c := range []struct {
		value starlark.Value
		want  string
	}{
		{starlark.MakeInt(1), "draw(state) returned 1, expected a list of strings"},
		{starlark.NewList([]starlark.Value{starlark.String("a"), starlark.None}), "draw(state) returned a list that contains None, expected a list of strings"},
		{starlark.NewList(long), "draw(state) returned a list of more than 1000 strings"},
	} {
		if _, err := stringsOf("draw(state)", c.value); err == nil || err.Error() != c.want {
			t.Errorf("stringsOf returns %v, want %s", err, c.want)
		}
	}
}

// TestErrorsOfFunctionsNameTheRemedy replaces a function of a valid script.
func TestErrorsOfFunctionsNameTheRemedy(t *testing.T) {
	for _, c := range []struct{ added, want string }{
		{"def start(): return 10", `start() returned 10, expected a string, as in "10:0"`},
		{"def start(): x = 1", `start() returned None, expected a string, as in "10:0"; is a return missing?`},
		{"def turn(s): return 2", `state 0: turn(state) returned 2, expected 0 or 1, or "first" or "second"`},
		{"def moves(s): return 3", "state 0: moves(state) returned 3, expected a dict from moves to states"},
		{"def moves(s): return {1: s}", "state 0: the move 1 is not a string"},
		{"def moves(s): return {'a': None}", "state 0: the move a leads to None, expected a string"},
		{"def moves(s): return {}\ndef payoff(s): return 0.5", "payoff(state) returned 0.5, expected a whole number for the first role, or one for each role; multiply all payoffs and total by 2, 10 or 100"},
		{"def moves(s): return {}\ndef payoff(s): pass", "payoff(state) returned None, expected a whole number for the first role, or one for each role; is a return missing?"},
		{"def moves(s): return {}\ndef payoff(s): return [1, 1]", "the payoffs 1 and 1 add up to 2, but total is 1; correct one of them, or omit total if the sum varies"},
		{"def moves(s): return {}\ntotal = None", "got 1 payoff for 2 roles; return one for each role, or set total, the sum of both"},
		{"side = 3\ndef moves(s): side += 1", "referenced before assignment; Starlark functions cannot assign global variables"},
		{"_seen = []\ndef moves(s): return _seen.append(s)", "cannot append to frozen list; lists and dictionaries outside of functions cannot change"},
		{"def moves(s): return {'a': '·'}", `state "·" contains '·'; `},
		{"def moves(s):\n  print('at', s)\n  return 3", "a pair of lists\nthe script printed:\nat 0"},
		{"roles = 'first'", "roles: got string, expected a list of strings"},
		{"grid = [1.5, 2]", "grid: got number 1.5, expected a whole number"},
		{"symmetries = [1]", "symmetries: got number, expected a list of whole numbers"},
		{"endless = 'half'", "endless: got string, expected a number"},
		{"side = option('side', 5)", "option side must have 1 to 1024 values, or low and high"},
	} {
		script, err := Load(t.Context(), "game.star", []byte(counting+c.added+"\n"), nil, protocol.Limits{}.WithDefaults())
		if err == nil {
			err = firstError(t.Context(), script)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.added, err, c.want)
		}
	}
}

// firstError requests the start and its moves.
func firstError(ctx context.Context, script *Script) error {
	var states protocol.Texts
	var answers protocol.Answers
	rules := script.New()
	start, err := rules.Start(ctx)
	if err != nil {
		return err
	}
	states.Add(start)
	if err := rules.Expand(ctx, &answers, &states, true); err != nil {
		return err
	}
	for i := range answers.Children.Len() {
		if err := protocol.CheckState(answers.Children.At(i)); err != nil {
			return err
		}
	}
	return answers.Check(script.Hello, &states)
}

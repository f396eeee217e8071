package starlark

import (
	"testing"

	"go.starlark.net/starlark"
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

package searchtest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/builtin"
)

func TestReadScored(t *testing.T) {
	v, err := builtin.Registry().Open("connect4")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Searcher[uint64])
	after := func(moves string) uint64 {
		s, err := games.NotationOf[uint64](g).ParseState(moves)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	got, err := ReadScored(g, "sets/a", strings.NewReader("112233 18\n 33445\t-18 \r\n7 0"))
	want := []Scored[uint64]{{Text: "112233", State: after("112233"), Score: 18}, {Text: "33445", State: after("33445"), Score: -18}, {Text: "7", State: after("7")}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, -want +got:\n%s", err, diff)
	}
	for _, test := range []struct{ text, want string }{
		{"", "sets/a: no positions"},
		{"1 2\n\n", "sets/a:2: expected a position and its score"},
		{"1 2 3", "sets/a:1: expected a position and its score"},
		{"1 x", "sets/a:1: score x must be a whole number from -18 to 18"},
		{"1 19", "sets/a:1: score 19"},
		{"1 -19", "sets/a:1: score -19"},
		{"1 2\n8 2", "sets/a:2: position"},
		{"1122334 -18", "sets/a:1: the game is over"},
	} {
		_, err := ReadScored(g, "sets/a", strings.NewReader(test.text))
		var input *games.InputError
		if !errors.As(err, &input) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: got %v, want an input error %q", test.text, err, test.want)
		}
	}
}

// TestSample draws positions of a small board. They must be undecided and
// reproducible.
func TestSample(t *testing.T) {
	v, err := builtin.Registry().Open("connect4:size=5x4")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Searcher[uint64])
	list := Sample(g, 6, 10)
	if len(list) != 10 || !slices.Equal(list, Sample(g, 6, 10)) {
		t.Fatalf("%d positions, or others the second time", len(list))
	}
	var n games.Node[uint64]
	for _, p := range list {
		s, _ := games.Canonical[uint64](g, p.State)
		if g.Look(&n, s, -64, 64); n.Low == n.High || !p.Open {
			t.Errorf("%s is decided", games.NotationOf[uint64](g).FormatState(p.State))
		}
	}
	if got := Sample(g, 19, 1000); len(got) >= 1000 {
		t.Errorf("%d positions with one cell left", len(got))
	}
}

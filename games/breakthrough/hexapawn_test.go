package breakthrough

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
)

// TestHexapawn compares with manual counts: after a1-a2 or c1-c2, black has two steps
// and one capture; after b1-b2, two steps and two captures.
func TestHexapawn(t *testing.T) {
	if diff := cmp.Diff([]int64{3, 10}, games.Perft[uint64](open[uint64](t, "hexapawn"), 2)); diff != "" {
		t.Errorf("perft (-want +got):\n%s", diff)
	}
}

func TestStraightSteps(t *testing.T) {
	for spec, want := range map[string][2]string{
		"hexapawn":                    {"Hexapawn", "A diagonal step needs an opposing piece in the target cell, which is captured"},
		"octopawn":                    {"Hexapawn", "A straight step never captures"},
		"breakthrough:steps=straight": {"Breakthrough with Straight Steps", "one row straight forward to an empty cell"},
		"breakthrough-holes:steps=straight,captures=diagonal": {"Hexapawn with Holes", "No piece can enter a hole"},
	} {
		v, err := registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		if rules := strings.Join(v.Info().Rules, " "); v.Info().Title != want[0] || !strings.Contains(rules, want[1]) {
			t.Errorf("%s: %s: %s\nwant %q", spec, v.Info().Title, rules, want)
		}
		_, one := v.(games.Searcher[uint64])
		_, two := v.(games.Searcher[[2]uint64])
		if one || two {
			t.Errorf("%s can be searched with rules at sight for diagonal steps", spec)
		}
	}
	_, err := registry().Open("breakthrough:steps=diagonal")
	if input := (*games.InputError)(nil); !errors.As(err, &input) || !strings.Contains(err.Error(), "must be one of any, straight") {
		t.Errorf("steps=diagonal: %v", err)
	}
}

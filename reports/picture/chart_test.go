package picture

import (
	"cmp"
	"fmt"
	"testing"
	"unicode/utf8"
)

// TestChartKeyFitsThePicture checks that entries of short and long keys neither leave the
// picture nor overlap.
func TestChartKeyFitsThePicture(t *testing.T) {
	for _, count := range []int{2, 3, 5, 6} {
		c := NewChart("", "ply", "share", Axis{First: 0, Last: 9}, Axis{First: 0, Last: 1}, PercentTick)
		axes := len(c.Shapes)
		var names []string
		var paints []Paint
		for i := range count {
			names, paints = append(names, fmt.Sprintf("first -%d.4 to 12.8", i)), append(paints, "even")
		}
		c.Key(names, paints)
		next := map[float64]float64{} // left end of the entry to the right, by row
		for _, s := range c.Shapes[axes:] {
			l, ok := s.(label)
			if !ok {
				continue
			}
			from, to := l.X-16, l.X+7*float64(utf8.RuneCountInString(l.Text))
			if from < 0 || to > cmp.Or(next[l.Y], c.Width) || l.Y < 0 || l.Y+6 > c.Height {
				t.Errorf("%d names: %q is at x %v to %v, y %v, in a picture of %v by %v", count, l.Text, from, to, l.Y, c.Width, c.Height)
			}
			next[l.Y] = from
		}
	}
}

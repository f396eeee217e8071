package own

import (
	"strings"
	"testing"

	"zermelo/games/own/protocol"
)

func TestPackedTextsComeBackAndKeepTheirOrder(t *testing.T) {
	for _, h := range []*protocol.Hello{
		{}, {Length: 9}, {Alphabet: "xo-", Length: 16}, {Alphabet: "abcdefg", Length: 60}, {Alphabet: "x", Length: 64}, {Alphabet: "-.:0123456789xo", Length: 30},
	} {
		l, words := newLetters(h)
		alphabet := strings.Map(func(c rune) rune {
			if protocol.CheckPlain(string(c)) >= 0 {
				return -1
			}
			return c
		}, string(l.letter))
		last := ""
		for n := 1; n <= l.length; n++ {
			text := ""
			for i := range n {
				text += string(alphabet[(i*7+n)%len(alphabet)])
			}
			packed := make([]uint64, words)
			if _, err := l.pack(packed, []byte(text)); err != nil {
				t.Fatal(err)
			}
			if back := string(l.unpack(nil, packed)); back != text {
				t.Errorf("%+v: %q comes back as %q", h, text, back)
			}
			last = text
		}
		if _, err := l.pack(make([]uint64, words+1), []byte(last+alphabet[:1])); err == nil {
			t.Errorf("%+v: a text of %d characters is packed", h, len(last)+1)
		}
		for _, bad := range []string{" ", "\"", "\x00"} {
			if _, err := l.pack(make([]uint64, words), []byte(bad)); err == nil {
				t.Errorf("%+v: %q is packed", h, bad)
			}
		}
	}
}

func TestSymmetriesAreClosed(t *testing.T) {
	// A quarter turn and a reflection of a 3x3 board generate eight symmetries.
	all, err := products([][]int{{6, 3, 0, 7, 4, 1, 8, 5, 2}, {2, 1, 0, 5, 4, 3, 8, 7, 6}})
	if err != nil || len(all) != 7 {
		t.Errorf("%d permutations but the identity, %v, want 7", len(all), err)
	}
	cycle := make([]int, 11)
	for i := range cycle {
		cycle[i] = (i + 1) % len(cycle)
	}
	swap := []int{1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	if _, err := products([][]int{cycle, swap}); err == nil { // 11! permutations
		t.Error("too many permutations are taken")
	}
}

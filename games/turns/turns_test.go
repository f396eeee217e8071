package turns

import (
	"errors"
	"slices"
	"testing"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
)

func TestInBitReadsTheFirstWord(t *testing.T) {
	if got, want := (InBit[uint64]{}).Movers([]int8{9}, []uint64{5, 5 | Bit}), []int8{9, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("one word: %v, want %v", got, want)
	}
	if got, want := (InBit[[2]uint64]{}).Movers(nil, [][2]uint64{{Bit, 0}, {0, Bit}}), []int8{1, 0}; !slices.Equal(got, want) {
		t.Errorf("two words: %v, want %v", got, want)
	}
}

// fixed is a game with a single position.
type fixed struct{}

func (fixed) Start() uint64             { return 7 }
func (fixed) FormatState(uint64) string { return "seven" }

func TestParsedErrorShowsTheStart(t *testing.T) {
	if s, err := Parsed(fixed{}, "7", 7, nil); s != 7 || err != nil {
		t.Errorf("%d, %v, want 7", s, err)
	}
	s, err := Parsed(fixed{}, "8", 8, errors.New("too much"))
	var input *games.InputError
	if want := `position "8": too much; the start is seven`; s != 0 || !errors.As(err, &input) || err.Error() != want {
		t.Errorf("%d, %v, want %s", s, err, want)
	}
}

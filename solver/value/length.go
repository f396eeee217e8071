package value

import (
	"fmt"
	"math"
	"slices"

	"zermelo/games"
)

// maxBits is the maximum bit length of numerators and denominators. At this
// length, a matrix game with 21 moves per side takes a few seconds.
const maxBits = 1 << 17

// LengthError is returned if the exact payoffs of a game have too many digits.
type LengthError struct{ Digits int }

func (e *LengthError) Error() string {
	return fmt.Sprintf("exact values can require fractions of %d digits; the limit is %d digits",
		e.Digits, digits(maxBits))
}

func maxBitLen(o *Outcome) (longest int) {
	for _, p := range [...]*Payoffs{&o.Payoff, &o.Security} {
		for _, v := range p.list() {
			longest = max(longest, v.Num().BitLen(), v.Denom().BitLen())
		}
	}
	return longest
}

func digits(bits int) int { return int(float64(bits) * math.Log10(2)) }

// checkLength returns a *LengthError if the value of a state could exceed maxBits.
// The value is at most n times as long as the longest entry of the matrix game, where
// n is the smaller of the two sides' numbers of moves.
func checkLength(shape []int32, children []*internEntry) error {
	longest := 0
	for _, c := range children {
		longest = max(longest, c.bits)
	}
	if longest*len(children) <= maxBits {
		return nil
	}
	longest *= len(children) / slices.Max(games.Sizes(nil, shape, len(children)))
	if longest <= maxBits {
		return nil
	}
	return &LengthError{Digits: digits(longest)}
}

package value

import (
	"fmt"
	"math"
	"slices"

	"zermelo/games"
)

// mostBits is how many bits the numerator or the denominator of a value that a rule works
// out may need: a matrix game with 21 moves a side then takes a few seconds.
const mostBits = 1 << 17

// LengthError says that the exact payoffs of a game are too long to go on with.
type LengthError struct{ Digits int }

func (e *LengthError) Error() string {
	return fmt.Sprintf("the exact value of a position can be a fraction of %d digits, and those before it are longer still: fractions of up to %d digits are computed",
		e.Digits, digits(mostBits))
}

// lengthOf is how many bits the longest number of an outcome has.
func lengthOf(o *Outcome) (most int) {
	for _, p := range [...]*Payoffs{&o.Payoff, &o.Security} {
		for _, v := range p.list() {
			most = max(most, v.Num().BitLen(), v.Denom().BitLen())
		}
	}
	return most
}

func digits(bits int) int { return int(float64(bits) * math.Log10(2)) }

// checkLength returns a *LengthError if the value of a state can be too long. The value of
// a matrix game has up to as many times the bits of its entries as the side with fewer
// moves has moves.
func checkLength(shape []int32, children []*internEntry) error {
	most := 0
	for _, c := range children {
		most = max(most, c.bits)
	}
	if most*len(children) <= mostBits {
		return nil
	}
	most *= len(children) / slices.Max(games.Sizes(nil, shape, len(children)))
	if most <= mostBits {
		return nil
	}
	return &LengthError{Digits: digits(most)}
}

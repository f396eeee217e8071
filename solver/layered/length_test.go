package layered

import (
	"errors"
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// doubling is a game in which the number of digits of the exact values doubles
// with each ply from the end. A state is eight times the ply plus 0 or 1, or
// plus 2 to 4 if it is terminal.
type doubling struct{ plies uint64 }

func (doubling) Info() *games.Info {
	return &games.Info{Name: "doubling", Title: "Doubling", Roles: []string{"row", "column"}, Rules: []string{"Any move."}, Simultaneous: true}
}

func (doubling) Start() uint64 { return 0 }

// Expand gives state 0 the matrix (state 0, payoff 0; payoff 1, state 1), and
// state 1 the same matrix with -1 in place of 0. Both values are always greater
// than 1, and they differ.
func (g doubling) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if next := s/8*8 + 8; s%8 < 2 && s/8 < g.plies {
			dst = append(dst, next, next+3-s%8, next+4, next+1)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (doubling) Movers(dst []int8, src []uint64) []int8 {
	for range src {
		dst = append(dst, games.Both)
	}
	return dst
}

func (doubling) Rows(dst []int32, src []uint64) []int32 {
	for range src {
		dst = append(dst, 2)
	}
	return dst
}

func (doubling) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		p := [...]int16{3, 2, -1, 0, 1}[s%8]
		dst = append(dst, games.Payoff{p, -p})
	}
	return dst
}

func (doubling) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(s/8))
	}
	return dst
}

func (doubling) Span() int { return 1 }

func TestPayoffsOfThousandsOfDigitsEndTheSolve(t *testing.T) {
	solve := func(plies uint64) error {
		_, err := Solve(t.Context(), doubling{plies}, t.TempDir(), new(solvertest.MemoryStore[uint64]), job.Options{})
		return err
	}
	if err := solve(8); err != nil {
		t.Fatal(err)
	}
	var long *value.LengthError
	if err := solve(40); !errors.As(err, &long) {
		t.Fatalf("error %v, want a *value.LengthError", err)
	}
	if long.Digits <= 39456 || long.Digits > 2*39456+1 {
		t.Errorf("refused at %d digits, want between 39,456 and twice as many", long.Digits)
	}
}

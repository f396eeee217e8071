package games

import (
	"fmt"
	"math/big"
	"slices"
)

// HasDraw reports whether Total is even, so that a draw is possible.
func (i *Info) HasDraw() bool { return i.Total%2 == 0 }

// WinOrLose reports whether one role gets Total and the other nothing in every terminal state.
func (i *Info) WinOrLose() bool {
	return !i.GeneralSum && len(i.Payoffs) > 0 && !slices.ContainsFunc(i.Payoffs, func(p int) bool { return p != 0 && p != i.Total })
}

// Draw returns half of Total. It panics if Total is odd.
func (i *Info) Draw() int {
	if !i.HasDraw() {
		panic(fmt.Sprintf("games: half of %d is not a whole number", i.Total))
	}
	return i.Total / 2
}

// UseHalfPoints converts Total, Payoffs and Endless to half points and sets HalfPoints.
func (i *Info) UseHalfPoints() {
	i.HalfPoints = true
	i.Total *= 2
	i.Payoffs = slices.Clone(i.Payoffs)
	for n := range i.Payoffs {
		i.Payoffs[n] *= 2
	}
	if i.Endless != nil {
		twice := 2 * *i.Endless
		i.Endless = &twice
	}
}

// UnitsPerPoint returns the number of payoff units per point.
func (i *Info) UnitsPerPoint() int {
	if i.HalfPoints {
		return 2
	}
	return 1
}

// Points converts a payoff to points without rounding.
func (i *Info) Points(payoff int) float64 { return float64(payoff) / float64(i.UnitsPerPoint()) }

// ExactPoints converts a payoff to points. If payoff is nil, it returns nil.
func (i *Info) ExactPoints(payoff *big.Rat) *big.Rat {
	if !i.HalfPoints || payoff == nil {
		return payoff
	}
	return new(big.Rat).Mul(payoff, big.NewRat(1, 2))
}

// Units converts a payoff in points to payoff units.
func (i *Info) Units(points Payoff) Payoff {
	for role := range points {
		points[role] *= int16(i.UnitsPerPoint())
	}
	return points
}

// CheckEndless returns an error if the payoff of endless play cannot be represented.
// This is the case if half of Total is not an integer, or if a tiered game does not
// score endless play as a draw.
func CheckEndless(v Variant) error {
	info := v.Info()
	switch {
	case info.HalfPoints && !info.HasDraw():
		return fmt.Errorf("%s: Total is %d half points; it must be even", info.Name, info.Total)
	case info.GeneralSum || isLayered(v):
		return nil
	case info.Endless == nil && len(info.Roles) > 1 && !info.HasDraw():
		return &EndlessError{info.Name, info.Total}
	}
	if _, tiered := v.(interface{ Tiers() []Tier }); tiered && info.Endless != nil && 2**info.Endless != info.Total {
		return fmt.Errorf("%s: endless play pays %d of %d, but must be a draw in a game with tiers; remove Endless or Tiers", info.Name, *info.Endless, info.Total)
	}
	return nil
}

// EndlessError reports that endless play pays half of an odd Total.
type EndlessError struct {
	Name  string // of the variant
	Total int
}

func (e *EndlessError) Error() string {
	return fmt.Sprintf("%s: endless play pays half of Total, %d, which is not a whole number; set HalfPoints in games.Info and double all payoffs, or set Endless", e.Name, e.Total)
}

func isLayered(v Variant) bool {
	switch v.(type) {
	case Layered[uint64], Layered[[2]uint64], Layered[[4]uint64]:
		return true
	}
	return false
}

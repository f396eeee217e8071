package words

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"zermelo/games"
	"zermelo/solver/value"
)

// Outcome formats an outcome, as in "red wins in 17 plies", "draw in 4 plies", "value 62.5 points
// for red (mixed)" or "equilibrium payoffs white 100, black 100 points". If the outcome has no
// payoffs, the result is "not proven" or, in general-sum games, begins with "not solved".
func Outcome(info *games.Info, o value.Outcome) string {
	roles, o := len(info.Roles), inPoints(info, o)
	switch {
	case o.Solved():
	case info.GeneralSum && info.LayerName == "" && o.Security[0] != nil:
		return "not solved: positions can repeat, and not all equilibria agree"
	case roles > 2:
		return "not solved: no pure equilibrium"
	default:
		return "not proven"
	}
	if info.Stochastic && o.Remoteness != 0 && !info.GeneralSum {
		return expected(info, o)
	}
	switch {
	case roles == 1:
		return gets(info, o, unit(info, o.Payoff[0]))
	case info.GeneralSum && o.Remoteness == 0:
		return "final payoffs " + rolePayoffs(info, o)
	case info.GeneralSum:
		return "equilibrium payoffs " + rolePayoffs(info, o)
	}
	if winner, drawn := winnerOf(o); winner >= 0 {
		if o.Remoteness == 0 {
			return info.Roles[winner] + " has won"
		}
		return info.Roles[winner] + " wins" + after(o.Remoteness)
	} else if drawn && o.Remoteness == 0 {
		return "drawn"
	} else if drawn && (o.Remoteness > 0 || !info.Simultaneous) {
		return "draw" + after(o.Remoteness)
	}
	if o.Payoff[0].Cmp(o.Payoff[1]) == 0 {
		return fmt.Sprintf("even, %s each", ExactAmount(info, o.Payoff[0]))
	}
	if o.Remoteness < 0 && (info.Simultaneous || !o.Payoff[0].IsInt()) {
		return fmt.Sprintf("value %s for %s (mixed)", ExactAmount(info, o.Payoff[0]), info.Roles[0])
	}
	if info.Total == 0 {
		return wins(info, o)
	}
	return gets(info, o, " of "+Amount(info, info.Points(info.Total)))
}

// expected formats the value of a position in a game with chance, as in "first wins with
// probability 0.530593, 86.2 plies on average".
func expected(info *games.Info, o value.Outcome) string {
	length := ""
	if o.Plies > 0 {
		if length = fmt.Sprintf(", %.1f plies on average", Plies(&o)); o.Plies%value.PlyUnit == 0 {
			length = fmt.Sprintf(", %s on average", Plural(o.Plies/value.PlyUnit, "ply"))
		}
	}
	if winner, _ := winnerOf(o); winner >= 0 && o.Error == nil && len(info.Roles) > 1 {
		return info.Roles[winner] + " wins" + length
	}
	if len(info.Roles) > 1 && info.WinOrLose() {
		p := new(big.Rat).Quo(o.Payoff[0], info.ExactPoints(big.NewRat(int64(info.Total), 1)))
		return info.Roles[0] + " wins with probability " + ExpectedNumber(p, o.Error) + length
	}
	amount := ExpectedNumber(o.Payoff[0], o.Error)
	if len(info.Roles) > 1 && info.Total != 0 {
		amount += " of " + Amount(info, info.Points(info.Total))
	} else {
		amount += unit(info, o.Payoff[0])
	}
	if o.Plies > 0 {
		amount += fmt.Sprintf(" in %.1f plies", Plies(&o))
	}
	return info.Roles[0] + " gets " + amount + " on average"
}

// Kind describes the kind of a game, as in "alternating, constant-sum, with random moves".
func Kind(info *games.Info) string {
	plain := *info
	plain.Stochastic = false
	return value.KindOf(&plain).String() + map[bool]string{true: ", with random moves"}[info.Stochastic]
}

// PayoffText returns a payoff in points as a fraction, or as a decimal number if it is not exact.
func PayoffText(info *games.Info, o *value.Outcome, role int) string {
	x := info.ExactPoints(o.Payoff[role])
	if o.Error == nil {
		return x.RatString()
	}
	return x.FloatString(15)
}

// WidestBounds returns the maximum width of the bounds of values, in points, or 0 if all values are
// exact. It returns nil unless the game has chance.
func WidestBounds(info *games.Info, outcomes *value.Outcomes) *float64 {
	if !info.Stochastic {
		return nil
	}
	widest := int64(0)
	for _, x := range outcomes.Intervals {
		widest = max(widest, x.High-x.Low)
	}
	unit, _ := info.ExactPoints(big.NewRat(1, 1)).Float64()
	return new(unit * math.Ldexp(float64(widest), -outcomes.Bits))
}

// Precision formats a result of WidestBounds.
func Precision(widest float64) string {
	if widest == 0 {
		return "exact fractions"
	}
	return fmt.Sprintf("bounds, at most %.1e apart", widest)
}

// ExpectedNumber formats an expected payoff or a probability with at most six digits after the point.
func ExpectedNumber(x, limit *big.Rat) string {
	if n, exact := x.FloatPrec(); exact && n <= 3 && limit == nil {
		return x.FloatString(n)
	}
	if text := x.RatString(); limit == nil && len(text) <= 7 {
		return fmt.Sprintf("%s (%s)", text, x.FloatString(6))
	}
	return x.FloatString(6)
}

// Plies returns the expected number of plies of an outcome.
func Plies(o *value.Outcome) float64 { return float64(o.Plies) / value.PlyUnit }

// Amount formats a payoff with its unit, as in "1 seed" or "16 seeds".
func Amount(info *games.Info, points float64) string {
	return ExactAmount(info, new(big.Rat).SetFloat64(points))
}

// ExactAmount is like Amount. It formats the number like Number.
func ExactAmount(info *games.Info, points *big.Rat) string {
	return Number(points) + unit(info, points)
}

// unit returns the unit for a number of points, as in " seed" or " seeds".
func unit(info *games.Info, points *big.Rat) string {
	switch {
	case info.Unit == "":
		return ""
	case points.IsInt() && points.Num().CmpAbs(big.NewInt(1)) == 0:
		return " " + info.Unit
	}
	return " " + Units(info)
}

// Units returns the unit of payoffs in the plural, as in "seeds".
func Units(info *games.Info) string { return plural(info.Unit) }

// wins formats the margin of victory in a zero-sum game, as in "white wins by 8 discs in 5 plies".
func wins(info *games.Info, o value.Outcome) string {
	winner := 0
	if o.Payoff[0].Sign() < 0 {
		winner = 1
	}
	margin := ExactAmount(info, o.Payoff[winner])
	if o.Remoteness == 0 {
		return fmt.Sprintf("%s has won by %s", info.Roles[winner], margin)
	}
	return fmt.Sprintf("%s wins by %s%s", info.Roles[winner], margin, after(o.Remoteness))
}

// gets formats the payoff of role 0, as in "first gets 8 of 12 seeds in 5 plies". In a terminal
// state, the result is "first got 8 of 12 seeds".
func gets(info *games.Info, o value.Outcome, of string) string {
	if o.Remoteness == 0 {
		return fmt.Sprintf("%s got %s%s", info.Roles[0], Number(o.Payoff[0]), of)
	}
	return fmt.Sprintf("%s gets %s%s%s", info.Roles[0], Number(o.Payoff[0]), of, after(o.Remoteness))
}

// Payoff formats a payoff of role 0 without its unit and the length of play, as in "red wins".
// payoff is an exact rational in points.
func Payoff(info *games.Info, payoff string) string {
	x, ok := new(big.Rat).SetString(payoff)
	if !ok {
		return payoff
	}
	if info.GeneralSum || len(info.Roles) == 1 {
		return info.Roles[0] + " " + Number(x)
	}
	total := info.ExactPoints(big.NewRat(int64(info.Total), 1))
	o := value.Outcome{Remoteness: -1}
	o.Payoff[0], o.Payoff[1] = x, new(big.Rat).Sub(total, x)
	if winner, drawn := winnerOf(o); winner >= 0 {
		return info.Roles[winner] + " wins"
	} else if drawn {
		return "draw"
	} else if info.Total == 0 && x.IsInt() {
		return wins(info.WithoutUnit(), o)
	}
	return info.Roles[0] + " " + Number(x)
}

func inPoints(info *games.Info, o value.Outcome) value.Outcome {
	for role, x := range o.Payoff {
		if x != nil {
			o.Payoff[role] = info.ExactPoints(x)
		}
	}
	return o
}

// winnerOf returns the role that gets everything while the other role gets 0, or -1 if there is
// no such role. drawn reports whether both roles have the same payoff.
func winnerOf(o value.Outcome) (winner int, drawn bool) {
	switch order := o.Payoff[0].Cmp(o.Payoff[1]); {
	case order == 0:
		return -1, true
	case order > 0 && o.Payoff[1].Sign() == 0:
		return 0, false
	case order < 0 && o.Payoff[0].Sign() == 0:
		return 1, false
	}
	return -1, false
}

// after formats a length of play, as in " in 4 plies". It returns "" if plies is negative.
func after(plies int) string {
	if plies < 0 {
		return ""
	}
	return " in " + Plural(int64(plies), "ply")
}

// rolePayoffs lists the payoffs of all roles, as in "white 100, black 0 points".
func rolePayoffs(info *games.Info, o value.Outcome) string {
	parts := make([]string, len(info.Roles))
	for role, name := range info.Roles {
		parts[role] = name + " " + Number(o.Payoff[role])
	}
	return strings.Join(parts, ", ") + unit(info, o.Payoff[len(parts)-1])
}

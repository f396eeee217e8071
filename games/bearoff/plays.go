package bearoff

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const points = 6 // the number of points, and of the sides of a die

// throws lists the throws with the higher number first.
var throws, throwNames = func() (list [][2]int, names []string) {
	for low := 1; low <= points; low++ {
		for high := low; high <= points; high++ {
			list, names = append(list, [2]int{high, low}), append(names, fmt.Sprintf("%d-%d", high, low))
		}
	}
	return list, names
}()

// men holds the number of men on each point, with 4 bits per point.
type men uint64

const menBits = 4 * points

func (m men) on(point int) int { return int(m >> (4 * (point - 1)) & 15) }

// totals returns the number of men and of the pips that they have left.
func (m men) totals() (count, pips int) {
	for p := 1; p <= points; p++ {
		count, pips = count+m.on(p), pips+p*m.on(p)
	}
	return count, pips
}

// step returns the men after a step with a number of a die, and whether it is legal.
func (m men) step(point, die int) (men, bool) {
	if m.on(point) == 0 || die > point && m>>(4*point) != 0 {
		return m, false
	}
	m -= 1 << (4 * (point - 1))
	if die < point {
		m += 1 << (4 * (point - die - 1))
	}
	return m, true
}

// play is a move: the resulting men in the low bits and above them the steps, 6 bits
// each, the last one lowest.
type play uint64

func (p play) men() men { return men(p & (1<<menBits - 1)) }

// plays appends the plays that continue p with the given dice in this order. Steps
// start at the given point or below, which applies to doubles. It omits plays whose
// men are the result of a play in dst[from:].
func plays(dst []play, from int, p play, dice []int, highest int) []play {
	m := p.men()
	if len(dice) == 0 || m == 0 {
		if slices.ContainsFunc(dst[from:], func(q play) bool { return q.men() == m }) {
			return dst
		}
		return append(dst, p)
	}
	for point := highest; point > 0; point-- {
		if next, ok := m.step(point, dice[0]); ok {
			below := points
			if len(dice) > 1 && dice[1] == dice[0] {
				below = point
			}
			steps := p>>menBits<<6 | play(point<<3|dice[0])
			dst = plays(dst, from, steps<<menBits|play(next), dice[1:], below)
		}
	}
	return dst
}

// allPlays appends the plays of a throw. The order of the steps of a double does not
// matter.
func allPlays(dst []play, m men, throw int) []play {
	from, a, b := len(dst), throws[throw-1][0], throws[throw-1][1]
	if a == b {
		return plays(dst, from, play(m), []int{a, a, a, a}, points)
	}
	dst = plays(dst, from, play(m), []int{a, b}, points)
	return plays(dst, from, play(m), []int{b, a}, points)
}

// name returns the name of a play, such as "6/off,5/3".
func (p play) name() string {
	var steps []play
	for rest := p >> menBits; rest != 0; rest >>= 6 {
		steps = append(steps, rest&63)
	}
	slices.SortFunc(steps, func(a, b play) int { return cmp.Compare(b, a) })
	var names []string
	for _, s := range steps {
		point, to := int(s>>3), "off"
		if left := point - int(s&7); left > 0 {
			to = strconv.Itoa(left)
		}
		names = append(names, fmt.Sprintf("%d/%s", point, to))
	}
	return strings.Join(names, ",")
}

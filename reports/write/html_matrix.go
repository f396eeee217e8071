package write

import (
	"zermelo/reports/book"
	"zermelo/reports/picture"
	"zermelo/reports/words"
)

// Pays says that the cells of a matrix hold the payoffs of both roles, because
// one is not told by the other.
func (p *page) Pays() bool { return p.Info.GeneralSum }

// Shade is the paint of a payoff of the first role.
func (p *page) Shade(payoff string) picture.Paint { return valuePaint(p.Info, payoff) }

// Chance is how often perfect play chooses a move of a role.
func (p *page) Chance(m *book.Matrix, role int, move string) string {
	for _, c := range m.Strategies[role] {
		if c.Move == move {
			switch c.Probability {
			case "0":
				return "never"
			case "1":
				return "always"
			}
			return words.Probability(c.Probability)
		}
	}
	return ""
}

// Played reports whether perfect play can choose both moves.
func (p *page) Played(m *book.Matrix, row, column string) bool {
	return p.Chance(m, 0, row) != "never" && p.Chance(m, 1, column) != "never"
}

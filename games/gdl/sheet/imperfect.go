package sheet

import (
	"slices"
	"strings"

	"zermelo/games"
)

// GDL-II (M. Thielscher: A general game description language for incomplete
// information games, 2010) has two keywords more than GDL: the role random,
// which moves by chance, and the relation sees, which says what a role is told.
// The moves and the end of such a game can be found as in any other, its values
// cannot: chance would be taken for an opponent, and players would know what
// they are not told.

// checkImperfect reports what makes the sheet one of GDL-II.
func (c *checker) checkImperfect() {
	for _, p := range c.sheet.imperfect() {
		c.report(p.Level, p.Span, p.Hint, "%s", p.Message)
	}
}

// imperfect are the places that make the sheet one of GDL-II, the first of each
// keyword. A relation sees that is a condition too is none of them: GDL-II has
// it in heads only.
func (s *Sheet) imperfect() []Problem {
	var list []Problem
	roles := map[string]bool{}
	chance := false
	for i := range s.Rules {
		head := &s.Rules[i].Head
		if head.Name != "role" || len(head.Args) != 1 {
			continue
		}
		role := &head.Args[0]
		roles[role.String()] = true
		if role.Kind == Constant && strings.EqualFold(role.Name, "random") && !chance {
			chance = true
			list = append(list, Problem{
				Error, role.Span, "The role " + role.Name + " moves by chance in GDL-II: such games are not solved.",
				"zermelo gdl playout and perft play them; if the role is a player like any other, give it another name",
			})
		}
	}
	asked := slices.ContainsFunc(s.Rules, func(r Rule) bool {
		for c := range r.Conditions() {
			if isSees(c) {
				return true
			}
		}
		return false
	})
	for i := range s.Rules {
		head := &s.Rules[i].Head
		if !asked && isSees(head) && (head.Args[0].Kind == Variable || roles[head.Args[0].String()]) {
			return append(list, Problem{
				Error, head.Span, "The relation " + head.Name + " says what a role is told in GDL-II, where the rest is hidden: such games are not solved.",
				"zermelo gdl playout and perft play them; if nothing is hidden, remove the relation or give it another name",
			})
		}
	}
	return list
}

func isSees(t *Term) bool { return strings.EqualFold(t.Name, "sees") && len(t.Args) == 2 }

// CheckPerfect makes an InputError of a sheet of GDL-II, whose games have chance
// moves or hidden information and cannot be solved.
func (s *Sheet) CheckPerfect() error {
	if list := s.imperfect(); len(list) > 0 {
		return games.BadInput("%v Play it out with: zermelo gdl playout, or count its plays with: zermelo gdl perft", &InvalidError{s, list[:1]})
	}
	return nil
}

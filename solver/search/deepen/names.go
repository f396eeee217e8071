package deepen

import "zermelo/games"

// searchSteps is how many positions names looks at for one forced line.
const searchSteps = 2000

// names writes a line of canonical positions as moves from s. It ends where no
// play of the rules from one position to the next is found soon.
func (d *Search[S]) names(s S, line []lineStep[S]) []string {
	var names []string
	for _, step := range line {
		left := searchSteps
		play, end, ok := d.play(s, step, max(1, int(step.turns)), &left)
		if !ok {
			break
		}
		s = end
		names = append(names, play...)
	}
	return names
}

// play finds moves of so many plies from s to a position whose canonical one is
// that of a step.
func (d *Search[S]) play(s S, to lineStep[S], plies int, left *int) (moves []string, end S, ok bool) {
	children, _ := d.rules.Expand(nil, nil, []S{s})
	*left -= len(children)
	if len(children) == 0 || *left < 0 {
		return nil, s, false
	}
	names := games.NotationOf(d.rules).Moves(s)[games.Mover(d.rules, s)]
	for i, c := range children {
		if plies == 1 {
			canonical, _ := games.Canonical(d.rules, c)
			again := d.rules.Info().ExtraMoves && games.Mover(d.rules, c) == games.Mover(d.rules, s)
			if canonical == to.state && again == (to.turns == 0) {
				return []string{names[i]}, c, true
			}
			continue
		}
		if rest, end, ok := d.play(c, to, plies-1, left); ok {
			return append([]string{names[i]}, rest...), end, true
		}
	}
	return nil, s, false
}

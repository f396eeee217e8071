package deepen

import "zermelo/games"

const maxLineStates = 2000 // maximum number of positions that formatLine expands per step

// formatLine converts a line of canonical positions to moves from s. It stops
// at the first step for which it finds no moves within maxLineStates positions.
func (d *Search[S]) formatLine(s S, line []lineStep[S]) []string {
	var names []string
	for _, step := range line {
		left := maxLineStates
		play, end, ok := d.play(s, step, max(1, int(step.turns)), &left)
		if !ok {
			break
		}
		s = end
		names = append(names, play...)
	}
	return names
}

// play searches for a sequence of plies from s to a position whose canonical form is
// to.state. It reduces *left by the number of positions that it expands.
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
			sameMover := d.rules.Info().ExtraMoves && games.Mover(d.rules, c) == games.Mover(d.rules, s)
			if canonical == to.state && sameMover == (to.turns == 0) {
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

package games

import "fmt"

// CheckOrbits compares all states that the first plies lead to, up to limit at a
// ply, with their classes, counted by the sizes of their orbits: a symmetry that
// Orbits counts and Canonize does not use, or the other way round, makes them
// differ. Games without layers pass unseen, as only layers are counted so. It is
// not a part of Check because it asks more than the contract does: that with
// each state its images can be reached by as many plies.
func CheckOrbits[S State](g Game[S], limit int) error {
	if _, ok := any(g).(Layered[S]); !ok {
		return nil
	}
	canonizer := CanonizerOf(g)
	level := map[S]bool{g.Start(): true}
	for ply := 0; len(level) > 0 && len(level) <= limit; ply++ {
		classes := map[S]bool{}
		next := map[S]bool{}
		for s := range level {
			canonical, _ := Canonical(g, s)
			classes[canonical] = true
			children, _ := g.Expand(nil, nil, []S{s})
			for _, child := range children {
				next[child] = true
			}
		}
		sum := 0
		for s := range classes {
			sum += int(canonizer.Orbits(nil, []S{s})[0])
		}
		if sum != len(level) {
			return fmt.Errorf("%s: %d states after %d plies, but the orbits of their %d classes have %d", g.Info().Name, len(level), ply, len(classes), sum)
		}
		level = next
	}
	return nil
}

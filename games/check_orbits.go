package games

// checkOrbits compares all states that the first plies lead to, counted one by
// one, with their classes, counted by the sizes of their orbits: a symmetry that
// Orbits counts and Canonize does not use, or the other way round, makes them
// differ. Only games with layers count classes so.
func (c *checker[S]) checkOrbits(limit int) {
	if c.layered == nil {
		return
	}
	level := map[S]bool{c.game.Start(): true}
	for ply := 0; len(level) > 0 && len(level) <= limit; ply++ {
		classes := map[S]bool{}
		next := map[S]bool{}
		for s := range level {
			canonical, _ := Canonical(c.game, s)
			classes[canonical] = true
			children, _ := c.game.Expand(nil, nil, []S{s})
			for _, child := range children {
				next[child] = true
			}
		}
		sum := 0
		for s := range classes {
			sum += int(c.canonizer.Orbits(nil, []S{s})[0])
		}
		if sum != len(level) {
			c.fail(c.game.Start(), "%d states after %d plies, but the orbits of their %d classes have %d", len(level), ply, len(classes), sum)
			return
		}
		level = next
	}
}

package index

// compressor moves together what is left of a set when some squares are gone, as
// if those that remain were numbered anew, and apart again. Each square moves
// down by as many places as squares below it are gone: in steps of 1, 2, 4, 8
// and 16 places. For each step there is a mask of the places where the squares
// that take it arrive. (H. S. Warren, Hacker's Delight, section 7-4.) By class of
// the squares that are gone:
type compressor struct {
	gone  int // how many squares are gone
	steps []steps
	far   []uint32 // the masks of the steps of 16 places, if there are any
}

// steps has the masks of the steps of 1, 2, 4 and 8 places. A square that moves
// down by n places to one of value v takes v<<n - v from the number of its set.
type steps [4]uint32

// add adds a class.
func (c *compressor) add(gone uint32) {
	var masks [5]uint32
	distance := 0
	for square := range MaxSquares {
		if gone>>square&1 == 1 {
			distance++
			continue
		}
		at := square
		for step := range masks {
			if distance>>step&1 == 1 {
				at -= 1 << step
				masks[step] |= 1 << at
			}
		}
	}
	c.steps = append(c.steps, steps(masks[:4]))
	if c.gone >= 16 {
		c.far = append(c.far, masks[4])
	}
}

// compress moves sets together, none of which has a square that is gone.
func (c *compressor) compress(sets []uint32, at []place) {
	at = at[:len(sets)]
	steps, eight := c.steps, c.gone >= 8
	for i, set := range sets {
		sets[i] = steps[at[i].class()].down(set, eight)
	}
	if c.gone < 16 {
		return
	}
	for i, set := range sets {
		sets[i] = set - (set>>16&c.far[at[i].class()])*(1<<16-1)
	}
}

// expandFar takes the steps of 16 places back, if there are any: expand takes
// the others back.
func (c *compressor) expandFar(sets []uint32, at []place) {
	if c.gone < 16 {
		return
	}
	at = at[:len(sets)]
	for i, set := range sets {
		sets[i] = set + (set&c.far[at[i].class()])*(1<<16-1)
	}
}

// down takes the steps of 1, 2 and 4 places, and of 8 if there are any.
func (s *steps) down(set uint32, eight bool) uint32 {
	set -= set >> 1 & s[0]
	set -= (set >> 2 & s[1]) * (1<<2 - 1)
	set -= (set >> 4 & s[2]) * (1<<4 - 1)
	if eight {
		set -= (set >> 8 & s[3]) * (1<<8 - 1)
	}
	return set
}

// up is the inverse of down.
func (s *steps) up(set uint32, eight bool) uint32 {
	if eight {
		set += (set & s[3]) * (1<<8 - 1)
	}
	set += (set & s[2]) * (1<<4 - 1)
	set += (set & s[1]) * (1<<2 - 1)
	return set + set&s[0]
}

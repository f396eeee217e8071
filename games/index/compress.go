package index

// compressor removes absent squares from a set and renumbers the others. Each square
// moves down by the number of absent squares below it, in steps of 1, 2, 4, 8 and 16
// places. Masks, indexed by the class of the absent squares, mark the destinations
// of the squares that move in each step. See H. S. Warren, Hacker's Delight, section
// 7-4.
type compressor struct {
	gone  int // number of absent squares
	steps []steps
	far   []uint32 // masks of the 16-place steps, if gone >= 16
}

// steps holds the masks for the steps of 1, 2, 4 and 8 places. Moving a square down
// by n places, to the bit with value v, reduces the set, as a number, by v<<n - v.
type steps [4]uint32

func (c *compressor) add(gone uint32) {
	var masks [5]uint32
	distance := 0
	for square := range maxSquares {
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

// compress renumbers the squares of each set. The sets must not contain absent
// squares.
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

// expandFar inverts the 16-place steps, if any. Method up inverts the others.
func (c *compressor) expandFar(sets []uint32, at []place) {
	if c.gone < 16 {
		return
	}
	at = at[:len(sets)]
	for i, set := range sets {
		sets[i] = set + (set&c.far[at[i].class()])*(1<<16-1)
	}
}

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

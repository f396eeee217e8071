package index

// compressor removes the bits of absent squares from a set and renumbers the others,
// and inverts this operation. Each square moves down by the number of absent squares
// below it, in steps of 1, 2, 4, 8 and 16 places. For each step, a mask marks the
// destinations of the squares that take it. (H. S. Warren, Hacker's Delight, section
// 7-4.) The masks are indexed by the class of the absent squares.
type compressor struct {
	gone  int // number of absent squares
	steps []steps
	far   []uint32 // masks of the steps of 16 places, if any
}

// steps holds the masks of the steps of 1, 2, 4 and 8 places. A square that moves
// down by n places to a place of value v reduces the number of its set by v<<n - v.
type steps [4]uint32

// add adds a class of absent squares.
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

// compress compresses sets without absent squares.
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

// expandFar inverts the steps of 16 places, if any. Expand inverts the others.
func (c *compressor) expandFar(sets []uint32, at []place) {
	if c.gone < 16 {
		return
	}
	at = at[:len(sets)]
	for i, set := range sets {
		sets[i] = set + (set&c.far[at[i].class()])*(1<<16-1)
	}
}

// down applies the steps of 1, 2 and 4 places, and of 8 if requested.
func (s *steps) down(set uint32, eight bool) uint32 {
	set -= set >> 1 & s[0]
	set -= (set >> 2 & s[1]) * (1<<2 - 1)
	set -= (set >> 4 & s[2]) * (1<<4 - 1)
	if eight {
		set -= (set >> 8 & s[3]) * (1<<8 - 1)
	}
	return set
}

// up inverts down.
func (s *steps) up(set uint32, eight bool) uint32 {
	if eight {
		set += (set & s[3]) * (1<<8 - 1)
	}
	set += (set & s[2]) * (1<<4 - 1)
	set += (set & s[1]) * (1<<2 - 1)
	return set + set&s[0]
}

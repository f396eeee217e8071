package index

// near and far move together what is left of a set when some squares are gone, as
// if those that remain were numbered anew, and apart again. Each square moves
// down by as many places as squares below it are gone: in steps of 1, 2, 4, 8
// and 16 places, for each of which there is a mask of the places where the
// squares that take it arrive. (H. S. Warren, Hacker's Delight, section 7-4.)
// near has the first three steps, enough where at most maxNear squares are gone.
type (
	near [3]uint32
	far  struct {
		near
		steps [2]uint32
	}
)

const maxNear = 7

// newFar finds the steps for the squares that are gone.
func newFar(gone uint32) far {
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
	return far{near(masks[:3]), [2]uint32(masks[3:])}
}

// compress moves the squares of a set, none of which is gone, together. A square
// that moves down by n places to one of value v takes v<<n - v from the set.
func (c *near) compress(set uint32) uint32 {
	set -= set >> 1 & c[0]
	set -= (set >> 2 & c[1]) * (1<<2 - 1)
	return set - (set>>4&c[2])*(1<<4-1)
}

// expand is the inverse of compress.
func (c *near) expand(set uint32) uint32 {
	set += (set & c[2]) * (1<<4 - 1)
	set += (set & c[1]) * (1<<2 - 1)
	return set + set&c[0]
}

func (c *far) compress(set uint32) uint32 {
	set = c.near.compress(set)
	set -= (set >> 8 & c.steps[0]) * (1<<8 - 1)
	return set - (set>>16&c.steps[1])*(1<<16-1)
}

func (c *far) expand(set uint32) uint32 {
	set += (set & c.steps[1]) * (1<<16 - 1)
	set += (set & c.steps[0]) * (1<<8 - 1)
	return c.near.expand(set)
}

package pack

import (
	"slices"

	"zermelo/games"
	"zermelo/games/gdl/work"
)

// Canonizer maps each state to its canonical state: its smallest image under the
// symmetries. The symmetries preserve the roles.
//
// A state is split into parts of up to partBits bits. Each part consists of whole
// fields. Each symmetry has a table with the image of every value of every part. The
// image of a state is the union of the images of its parts.
type Canonizer struct {
	width  int // number of words of a state
	parts  []statePart
	images [][]uint64 // tables of the symmetries except the identity; see statePart
}

// statePart is a part of a state. In a table, the image of value v occupies width
// words from index from + v*width.
type statePart struct {
	word, shift int
	mask        uint64
	from        int
}

const partBits = 8

// NewCanonizer returns a Canonizer for states of width words. It uses the elements
// that map each field to a field and, unless layers is nil, preserve the layer of
// every state. These elements form a subgroup.
func NewCanonizer(elements [][]int32, c *Codec, layers *Layering, width int, w *work.Meter) *Canonizer {
	z := &Canonizer{width: width}
	var fields [][]*field // by part
	size, bits := 0, 0
	for i := range c.fields {
		f := &c.fields[i]
		last := len(z.parts) - 1
		word := width - 1 - f.at/64
		if last < 0 || z.parts[last].word != word || bits+f.width > partBits {
			if last >= 0 {
				size += width << bits
			}
			z.parts = append(z.parts, statePart{word: word, shift: f.at % 64, from: size})
			fields = append(fields, nil)
			last, bits = last+1, 0
		}
		bits += f.width
		z.parts[last].mask = 1<<bits - 1
		fields[last] = append(fields[last], f)
	}
	size += width << bits
	for _, element := range elements[1:] {
		w.Spend(8*size + 64*len(element))
		codes := c.codeImages(element)
		if codes == nil || layers != nil && !layers.keptBy(codes) {
			continue
		}
		table := make([]uint64, size)
		for i, part := range z.parts {
			for v := range part.mask + 1 {
				image := table[part.from+int(v)*width:][:width]
				for _, f := range fields[i] {
					code := v >> (f.at%64 - part.shift) & (1<<f.width - 1)
					if to := codes[f]; code < uint64(len(to.codes)) {
						to.field.set(image, to.codes[code])
					}
				}
			}
		}
		z.images = append(z.images, table)
	}
	return z
}

// fieldImage is the image of a field and of its codes under a symmetry.
type fieldImage struct {
	field *field
	codes []uint64
}

// codeImages returns the image of each field under a permutation of the fluents, or
// nil if the image of some field is not a field.
func (c *Codec) codeImages(permutation []int32) map[*field]fieldImage {
	places := c.places()
	images := map[*field]fieldImage{}
	for i := range c.fields {
		f := &c.fields[i]
		var image fieldImage
		if f.first == 1 {
			image.codes = append(image.codes, 0) // no fluent is true
		}
		for _, fluent := range f.fluents {
			to, ok := places[permutation[fluent]]
			if !ok || image.field != nil && image.field != to.field {
				return nil
			}
			image.field = to.field
			image.codes = append(image.codes, to.code)
		}
		if image.field.codes() != f.codes() || image.field.first != f.first {
			return nil
		}
		images[f] = image
	}
	return images
}

// keptBy reports whether a symmetry preserves the layer of every state.
func (y *Layering) keptBy(images map[*field]fieldImage) bool {
	for i := range y.ranks {
		r := &y.ranks[i]
		at := slices.IndexFunc(y.ranks, func(o fieldRank) bool {
			return slices.EqualFunc(r.fields, o.fields, func(f, g *field) bool { return images[f].field == g })
		})
		if at < 0 {
			return false
		}
		for code, rank := range r.rank {
			image, left, unit := 0, code, 1
			for k := len(r.fields) - 1; k >= 0; k-- {
				f := r.fields[k]
				image += unit * int(images[f].codes[left%f.codes()])
				left /= f.codes()
				unit *= f.codes()
			}
			if y.ranks[at].rank[image] != rank {
				return false
			}
		}
	}
	return true
}

// Canonize replaces each state with its canonical state. The slice contains the
// words of all states.
func (z *Canonizer) Canonize(words []uint64) {
	switch {
	case len(z.images) == 0:
	case z.width == 1:
		var images, least [block]uint64
		for ; len(words) > 0; words = words[min(block, len(words)):] {
			states := words[:min(block, len(words))]
			copy(least[:], states)
			for _, table := range z.images {
				z.images1(&images, table, states)
				for i, image := range images[:len(states)] {
					least[i] = min(least[i], image)
				}
			}
			copy(states, least[:])
		}
	case z.width == 2:
		for i := 0; i < len(words); i += 2 {
			s, least := [2]uint64(words[i:]), [2]uint64(words[i:])
			for _, table := range z.images {
				if image := z.image2(table, s); games.Less(image, least) {
					least = image
				}
			}
			words[i], words[i+1] = least[0], least[1]
		}
	default:
		var best, image [4]uint64
		for ; len(words) > 0; words = words[z.width:] {
			s := words[:z.width]
			copy(best[:], s)
			for _, table := range z.images {
				z.image(image[:z.width], table, s)
				if slices.Compare(image[:z.width], best[:z.width]) < 0 {
					best = image
				}
			}
			copy(s, best[:])
		}
	}
}

// block is the number of states that are processed together, so that the table of a
// symmetry stays in the L1 cache.
const block = 64

// images1 computes the images of up to block states of one word each.
func (z *Canonizer) images1(dst *[block]uint64, table, states []uint64) {
	for i := range z.parts {
		p := &z.parts[i]
		part, shift, mask := table[p.from:], p.shift&63, p.mask
		if i == 0 {
			for k, s := range states {
				dst[k&(block-1)] = part[s>>shift&mask]
			}
			continue
		}
		for k, s := range states {
			dst[k&(block-1)] |= part[s>>shift&mask]
		}
	}
}

func (z *Canonizer) image2(table []uint64, s [2]uint64) [2]uint64 {
	high, low := uint64(0), uint64(0)
	for i := range z.parts {
		p := &z.parts[i]
		at := p.from + 2*int(s[p.word&1]>>(p.shift&63)&p.mask)
		high |= table[at]
		low |= table[at+1]
	}
	return [2]uint64{high, low}
}

func (z *Canonizer) image(dst, table, s []uint64) {
	clear(dst)
	for i := range z.parts {
		p := &z.parts[i]
		row := table[p.from+int(s[p.word]>>p.shift&p.mask)*len(dst):][:len(dst)]
		for k, w := range row {
			dst[k] |= w
		}
	}
}

// Used returns the number of symmetries in use, including the identity.
func (z *Canonizer) Used() int { return len(z.images) + 1 }

// Orbits appends the number of distinct images of each state; see Canonize.
func (z *Canonizer) Orbits(dst []int32, words []uint64) []int32 {
	if z.width == 1 {
		return z.orbits1(dst, words)
	}
	var image [4]uint64
	for ; len(words) > 0; words = words[z.width:] {
		s, fixed := words[:z.width], 1
		for _, table := range z.images {
			z.image(image[:z.width], table, s)
			if slices.Equal(image[:z.width], s) {
				fixed++
			}
		}
		dst = append(dst, int32(z.Used()/fixed))
	}
	return dst
}

func (z *Canonizer) orbits1(dst []int32, words []uint64) []int32 {
	var images [block]uint64
	for states := range slices.Chunk(words, block) {
		var fixed [block]int32
		for _, table := range z.images {
			z.images1(&images, table, states)
			for i, s := range states {
				if images[i] == s {
					fixed[i]++
				}
			}
		}
		for i := range states {
			dst = append(dst, int32(z.Used())/(fixed[i]+1))
		}
	}
	return dst
}

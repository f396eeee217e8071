package own

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"zermelo/games"
	"zermelo/games/own/protocol"
	"zermelo/games/symmetry"
)

// canonizer computes canonical states. The canonical state is the minimum of a state
// and its images.
type canonizer[S games.State] struct {
	game     *game[S]
	all      [][]int // permutations of the characters of a state, except the identity
	keep     []int   // indexes of the images that preserve the start
	external bool    // the rules compute the images, and all is unused
	met      *stateSet[S]
}

// stateSet is a set of at most 2*maxMet recent states whose images the rules have
// computed.
type stateSet[S games.State] struct {
	mu         sync.Mutex
	now, older map[S]struct{}
}

const maxMet = 1 << 16

func (m *stateSet[S]) add(states []S) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range states {
		if m.now[s] = struct{}{}; len(m.now) >= maxMet {
			m.now, m.older = map[S]struct{}{}, m.now
		}
	}
}

// has reports whether s is in the set. A nil set is empty.
func (m *stateSet[S]) has(s S) bool {
	if m == nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	_, now := m.now[s]
	_, older := m.older[s]
	return now || older
}

// maxProducts is the maximum number of products of the declared permutations.
const maxProducts = 1000

func (g *game[S]) symmetries() error {
	c := canonizer[S]{game: g, external: g.hello.Has(protocol.Images), met: &stateSet[S]{now: map[S]struct{}{}}}
	var err error
	if c.all, err = products(g.hello.Symmetries); err != nil {
		return err
	}
	g.canonizer = c
	if len(c.all) == 0 && !c.external || g.info.GeneralSum && g.info.Simultaneous {
		// The order of the moves selects one of several equilibria. Symmetries change that order.
		g.canonizer = canonizer[S]{}
		return nil
	}
	images := g.canonizer.imagesOf([]S{g.start})
	for i, image := range images {
		if image == g.start {
			g.canonizer.keep = append(g.canonizer.keep, i)
		}
	}
	g.info.Symmetry = games.Count(len(images), "permutation") + " of the characters of a state"
	if c.external {
		g.info.Symmetry = games.Count(len(images), "image") + " of a state"
	}
	return nil
}

// products returns all products of the generators, except the identity.
func products(generators [][]int) ([][]int, error) {
	if len(generators) == 0 {
		return nil, nil
	}
	n := len(generators[0])
	for _, p := range generators {
		if len(p) != n {
			return nil, fmt.Errorf("symmetries: permutations of %d and %d characters; all must have the same length", n, len(p))
		}
	}
	list := symmetry.Generate(n, maxProducts, generators...)
	if list == nil {
		return nil, fmt.Errorf("symmetries: more than %d permutations, including products", maxProducts)
	}
	return list[1:], nil
}

// imagesOf returns the images of all states, in the same order. All states
// have the same number of images. If the rules fail, imagesOf returns nil.
func (c *canonizer[S]) imagesOf(states []S) (images []S) {
	if c.external {
		return c.askImages(states)
	}
	var text, image []byte
	for _, s := range states {
		text = c.game.codec.unpack(text[:0], games.Bits(&s))
		for _, p := range c.all {
			var other S
			image = append(image[:0], text...)
			if len(p) <= len(text) {
				for i, at := range p {
					image[i] = text[at]
				}
			}
			// Permuting characters cannot make the text invalid.
			_, _ = c.game.codec.pack(games.Bits(&other), image)
			images = append(images, other)
		}
	}
	return images
}

// askImages calls the rules to compute the images.
func (c *canonizer[S]) askImages(states []S) (images []S) {
	g := c.game
	var texts, answer protocol.Texts
	for _, s := range states {
		g.addText(&texts, s)
	}
	ok := g.call(func(ctx context.Context, r protocol.Rules) error {
		if err := r.Images(ctx, &answer, &texts); err != nil {
			return err
		}
		if answer.Len()%len(states) != 0 || g.canonizer.keep != nil && answer.Len() == 0 {
			return fmt.Errorf("images: got %d texts for %d states, expected the same number for each state, in the order of the symmetries", answer.Len(), len(states))
		}
		for i := range answer.Len() {
			var s S
			if _, err := g.pack(&s, answer.At(i)); err != nil {
				return fmt.Errorf("images: %w", err)
			}
			images = append(images, s)
		}
		return nil
	})
	if !ok {
		return nil
	}
	c.met.add(states)
	return images
}

func (c *canonizer[S]) canonize(states []S) {
	if c.game == nil || len(states) == 0 {
		return
	}
	images := c.imagesOf(states)
	each := len(images) / len(states)
	for i := range states {
		for _, image := range images[i*each : (i+1)*each] {
			if games.Less(image, states[i]) {
				states[i] = image
			}
		}
	}
}

// orbits appends, for each state in src, the number of distinct images under the
// symmetries that preserve the start.
func (c *canonizer[S]) orbits(dst []int32, src []S) []int32 {
	if c.game == nil || len(src) == 0 {
		for range src {
			dst = append(dst, 1)
		}
		return dst
	}
	images := c.imagesOf(src)
	each := len(images) / len(src)
	var class []S
	for i, s := range src {
		class = append(class[:0], s)
		for _, k := range c.keep {
			if k < each {
				class = append(class, images[i*each+k])
			}
		}
		slices.SortFunc(class, games.Compare[S])
		dst = append(dst, int32(len(slices.Compact(class))))
	}
	return dst
}

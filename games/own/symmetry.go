package own

import (
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/games/own/protocol"
)

// canonizer finds canonical states: the least of all images.
type canonizer[S games.State] struct {
	game *game[S]
	// all are the permutations of the characters of a state but the identity, keep those
	// among them that keep the start, by number.
	all   [][]int
	keep  []int
	asked bool // the rules give the images
}

// mostSymmetries is how many permutations those that are declared may make together.
const mostSymmetries = 1000

// symmetries finds the permutations that the declared ones make together, and which of
// all images keep the start.
func (g *game[S]) symmetries() error {
	c := canonizer[S]{game: g, asked: g.hello.Has(protocol.Images)}
	var err error
	if c.all, err = closure(g.hello.Symmetries); err != nil {
		return err
	}
	g.canonizer = c
	if len(c.all) == 0 && !c.asked || g.info.GeneralSum && g.info.Simultaneous {
		// Of several equilibria it depends on the order of the moves, which symmetries
		// change, which one is taken.
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
	if c.asked {
		g.info.Symmetry = games.Count(len(images), "image") + " of a state"
	}
	return nil
}

// closure are all products of permutations but the identity, in a fixed order.
func closure(generators [][]int) ([][]int, error) {
	if len(generators) == 0 {
		return nil, nil
	}
	n := len(generators[0])
	identity := make([]int, n)
	for i := range identity {
		identity[i] = i
	}
	list, seen := [][]int{identity}, map[string]bool{fmt.Sprint(identity): true}
	for i := 0; i < len(list); i++ {
		for _, p := range generators {
			if len(p) != n {
				return nil, fmt.Errorf("symmetries: permutations of %d and of %d characters: want all of one length", n, len(p))
			}
			q := make([]int, n)
			for k := range q {
				q[k] = list[i][p[k]]
			}
			if key := fmt.Sprint(q); !seen[key] {
				seen[key] = true
				list = append(list, q)
			}
			if len(list) > mostSymmetries {
				return nil, fmt.Errorf("symmetries: they make more than %d permutations together", mostSymmetries)
			}
		}
	}
	return list[1:], nil
}

// imagesOf are the images of states, as many of each; none if the rules fail.
func (c *canonizer[S]) imagesOf(states []S) (images []S) {
	if c.asked {
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
			// All characters are those of a state.
			_, _ = c.game.codec.pack(games.Bits(&other), image)
			images = append(images, other)
		}
	}
	return images
}

// askImages asks the rules.
func (c *canonizer[S]) askImages(states []S) (images []S) {
	g := c.game
	var texts, answer protocol.Texts
	for _, s := range states {
		g.addText(&texts, s)
	}
	ok := g.ask(func(ctx context.Context, r protocol.Rules) error {
		if err := r.Images(ctx, &answer, &texts); err != nil {
			return err
		}
		if answer.Len()%len(states) != 0 || g.canonizer.keep != nil && answer.Len() == 0 {
			return fmt.Errorf("images: %d of %d states: want as many of each, in the order of the symmetries", answer.Len(), len(states))
		}
		for i := range answer.Len() {
			var s S
			if _, err := g.pack(&s, answer.At(i)); err != nil {
				return fmt.Errorf("an image: %w", err)
			}
			images = append(images, s)
		}
		return nil
	})
	if !ok {
		return nil
	}
	return images
}

// canonize replaces each state by the least of its images and itself.
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

// orbits appends how many different states there are among a state and its images under
// those symmetries that keep the start.
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

package pack

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/rulesymmetry"
)

// TestManyStatesAreCanonizedAsOne canonizes several blocks of states of one
// word. It compares the canonical states and the orbits with the images.
func TestManyStatesAreCanonizedAsOne(t *testing.T) {
	// The six lamps are symmetric. Each ply switches one of them.
	rules := "(role me) (init (ply 0)) (<= (next (on ?l)) (true (on ?l))) (<= (next (on ?l)) (does me (light ?l))) (<= terminal (true (on 1)) (true (on 2)))" +
		"(<= terminal (true (ply 4))) (<= (next (ply ?m)) (true (ply ?n)) (succ ?n ?m)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (goal me 50)"
	for l := range 6 {
		rules += fmt.Sprintf("(<= (legal me (light %d)) (not (true (on %d))))", l, l)
	}
	m := gdltest.CompileText(t, rules)
	_, f, c := proven(m)
	s := rulesymmetry.Find(m, f.Constant, c.live)
	z := NewCanonizer(s.Elements, &c, nil, 1, m.Work)
	if z.Used() < 4 {
		t.Fatalf("%d symmetries", z.Used())
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var states []uint64
	for range 3*block + 7 {
		words := make([]uint64, 1)
		for i := range c.fields {
			c.fields[i].set(words, rng.Uint64N(uint64(c.fields[i].codes())))
		}
		states = append(states, words[0])
	}
	got, orbits := slices.Clone(states), z.Orbits(nil, states)
	z.Canonize(got)
	image := make([]uint64, 1)
	for i, s := range states {
		images := []uint64{s}
		for _, table := range z.images {
			z.image(image, table, []uint64{s})
			images = append(images, image[0])
		}
		slices.Sort(images)
		if images = slices.Compact(images); got[i] != images[0] || int(orbits[i]) != len(images) {
			t.Errorf("state %d, %x: canonical %x with %d images, want %x with %d", i, s, got[i], orbits[i], images[0], len(images))
		}
	}
}

package gdl

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zermelo/games/gamestest"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/symmetry"
)

// renamed writes a sheet with other names and in another order. Roles keep their
// order, and numbers stay.
func renamed(s *sheet.Sheet, rng *rand.Rand) string {
	names, order := map[string]string{}, rng.Perm(10_000)
	keywords := []string{"role", "init", "true", "does", "next", "legal", "goal", "terminal", "base", "input"}
	rename := func(t *sheet.Term) bool {
		_, err := strconv.Atoi(t.Name)
		if t.Kind == sheet.Variable || err == nil || slices.Contains(keywords, t.Name) {
			return true
		}
		if names[t.Name] == "" {
			names[t.Name] = fmt.Sprint("n", order[len(names)])
		}
		t.Name = names[t.Name]
		return true
	}
	var literal func(l *sheet.Literal)
	literal = func(l *sheet.Literal) {
		sheet.WalkTerm(&l.Atom, rename)
		for i := range l.Terms {
			sheet.WalkTerm(&l.Terms[i], rename)
		}
		for i := range l.Parts {
			literal(&l.Parts[i])
		}
	}
	var roles, others []string
	for i := range s.Rules {
		r := &s.Rules[i]
		sheet.WalkTerm(&r.Head, rename)
		for j := range r.Body {
			literal(&r.Body[j])
		}
		rng.Shuffle(len(r.Body), func(i, j int) { r.Body[i], r.Body[j] = r.Body[j], r.Body[i] })
		if r.Head.Name == "role" {
			roles = append(roles, r.String())
		} else {
			others = append(others, r.String())
		}
	}
	rng.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	return strings.Join(append(roles, others...), "\n")
}

// TestRenamedSheetsHaveOneForm writes each shared sheet with other names and in another
// order: the form is the same, no other sheet has it, and plays go on alike when fluents
// and moves are exchanged for those in their places.
func TestRenamedSheetsHaveOneForm(t *testing.T) {
	forms := map[string]string{}
	for _, file := range gdltest.Sheets(t, "games") {
		name := strings.TrimSuffix(filepath.Base(file), ".kif")
		m := gdltest.Compile(t, file)
		if m.Rules > 3_000 && !gamestest.Large() {
			continue
		}
		form := symmetry.FormOf(m)
		if form == nil {
			t.Errorf("%s: no form", name)
			continue
		}
		if other := forms[string(form.Text)]; other != "" {
			t.Errorf("%s and %s have one form", name, other)
		}
		forms[string(form.Text)] = name
		rng := rand.New(rand.NewPCG(1, 5))
		again := gdltest.CompileText(t, renamed(gdltest.ReadSheet(t, file), rng))
		image := symmetry.FormOf(again)
		if image == nil || string(image.Text) != string(form.Text) {
			t.Errorf("%s: another form when renamed", name)
			continue
		}
		compareForms(t, name, m, again, form, image, rng)
	}
}

// compareForms plays at random by both sheets.
func compareForms(t *testing.T, name string, m, again *machine.Machine, form, image *symmetry.Form, rng *rand.Rand) {
	t.Helper()
	fluents := map[int32]int32{}
	for i, f := range form.Fluents {
		fluents[f] = image.Fluents[i]
	}
	moves := make([]map[int32]int32, len(m.Roles))
	for r := range moves {
		moves[r] = map[int32]int32{}
		for i, move := range form.Moves[r] {
			moves[r][move] = image.Moves[r][i]
		}
	}
	translate := func(list []int32, by map[int32]int32) (images []int32) {
		for _, n := range list {
			if to, ok := by[n]; ok {
				images = append(images, to)
			}
		}
		slices.Sort(images)
		return images
	}
	p, q := m.NewPlay(), again.NewPlay()
	joint, other := make([]int32, len(m.Roles)), make([]int32, len(m.Roles))
	for range 60 {
		live := slices.DeleteFunc(q.State(nil), func(f int32) bool { return !slices.Contains(image.Fluents, f) })
		if got := translate(p.State(nil), fluents); !slices.Equal(got, live) || p.Terminal() != q.Terminal() {
			t.Fatalf("%s: states differ", name)
		}
		for r := range m.Roles {
			a, okA := p.Goal(r)
			b, okB := q.Goal(r)
			if a != b || okA != okB || !slices.Equal(translate(p.Legal(nil, r), moves[r]), q.Legal(nil, r)) {
				t.Fatalf("%s: goals or moves differ", name)
			}
		}
		if p.Terminal() || !p.RandomJoint(rng, joint) {
			p.Reset()
			q.Reset()
			continue
		}
		for r := range joint {
			other[r] = moves[r][joint[r]]
		}
		p.Do(joint)
		q.Do(other)
	}
}

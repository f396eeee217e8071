package gdl

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/statemachine"
)

// TestSymmetries checks the symmetries of the shared sheets against the rules, and
// compares the orders of the groups with known groups. These are the symmetries of
// the square; the permutations of rows and columns and their exchange; the
// symmetries of the magic square, for the numbers that add up to 15; the reflections
// of boards with directions; the permutations of four equal lamps or factors; and
// the permutations of two pairs of equal heaps.
func TestSymmetries(t *testing.T) {
	orders := map[string]float64{
		"ticTacToe": 8, "chickentictactoe": 8, "eotcitcit": 8, "sum15": 8, "queens08lg": 8, "tictactoe_orthogonal": 72,
		"breakthrough": 2, "breakthroughSmall": 2, "connectFour": 2, "connect4": 2, "snake2p": 2, "2pffa_zerosum": 2,
		"lightsOn": 24, "factoringGeorgeForman": 24, "nim2": 4, "guess": 2,
	}
	for _, file := range gdltest.Sheets(t, "games") {
		name := strings.TrimSuffix(filepath.Base(file), ".kif")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if m := gdltest.Compile(t, file); testing.Short() && (len(m.Fluents) > 200 || m.Rules > 10_000) {
				t.Skip("large")
			}
			_, v := openSheet(t, file)
			s := v.(Described).Symmetries()
			want := max(1, orders[name])
			if s.Order != want {
				t.Errorf("%v symmetries, want %v", s.Order, want)
			}
			if s.Used < int(want) && name != "queens08lg" { // the packing distinguishes rows from columns
				t.Errorf("%d symmetries are used", s.Used)
			}
			switch g := v.(type) {
			case interface{ inner() *game[uint64] }:
				checkSymmetries(t, gdltest.Compile(t, file), g.inner())
			case interface{ inner() *game[[2]uint64] }:
				checkSymmetries(t, gdltest.Compile(t, file), g.inner())
			case interface{ inner() *game[[4]uint64] }:
				checkSymmetries(t, gdltest.Compile(t, file), g.inner())
			}
		})
	}
}

// checkSymmetries compares states of random plays with their images. Legal
// moves, next states, goals and termination must correspond. The canonical
// state must be the least image under the symmetries in use.
func checkSymmetries[S games.State](t *testing.T, m *statemachine.Machine, g *game[S]) {
	elements := g.symmetries.Elements[1:min(len(g.symmetries.Elements), 5)]
	image := m.NewPlay()
	pack := func(fluents []int32) (s S) {
		if err := g.codec.Encode(games.Bits(&s), g.codec.Relevant(fluents)); err != nil {
			t.Error(err)
		}
		return s
	}
	m.RandomPlay(25, func(p *statemachine.Play, _ bool) {
		state := p.State(nil)
		s := pack(state)
		canonical, _ := games.Canonical(games.Game[S](g), s)
		seen := games.Compare(s, canonical) == 0
		for _, element := range elements {
			moved := moveFluents(element, state)
			image.SetState(moved)
			if got, want := outlook(image, g), outlook(p, g, element); !slices.Equal(got, want) {
				t.Fatalf("%s, image %s:\n%q, want\n%q", g.FormatState(s), g.words.Format(moved), got, want)
			}
			if g.symmetries.Used < len(g.symmetries.Elements) {
				continue
			}
			i := pack(moved)
			if c, _ := games.Canonical(games.Game[S](g), i); c != canonical {
				t.Fatalf("%s and its image %s have other canonical states", g.FormatState(s), g.FormatState(i))
			}
			if games.Compare(canonical, i) > 0 {
				t.Fatalf("%s is less than the canonical state", g.FormatState(i))
			}
			seen = seen || i == canonical
		}
		if !seen && len(elements)+1 == g.symmetries.Used {
			t.Fatalf("the canonical state of %s is no image of it", g.FormatState(s))
		}
	})
}

// moveFluents returns the images of the fluents in ascending order.
func moveFluents(permutation, fluents []int32) []int32 {
	var moved []int32
	for _, f := range fluents {
		moved = append(moved, permutation[f])
	}
	slices.Sort(moved)
	return moved
}

// outlook returns a summary of a state under each permutation: termination and
// goals and, if the state is not terminal, the numbers of legal moves and the
// next states.
func outlook[S games.State](p *statemachine.Play, g *game[S], permutations ...[]int32) []string {
	m := g.Machine
	about := fmt.Sprint(p.Terminal())
	joints := [][]int32{nil}
	for r := range m.Roles {
		value, ok := p.Goal(r)
		about += fmt.Sprint(" ", value, ok)
		if p.Terminal() {
			continue
		}
		legal := p.Legal(nil, r)
		about += fmt.Sprint(" ", len(legal))
		var longer [][]int32
		for _, j := range joints {
			for _, move := range legal {
				longer = append(longer, append(slices.Clone(j), move))
			}
		}
		joints = longer
	}
	var after []string
	state := p.State(nil)
	for _, j := range joints[:min(len(joints), 1000)] {
		if j == nil {
			break
		}
		p.Do(j)
		next := g.codec.Relevant(p.State(nil))
		for _, permutation := range permutations {
			next = moveFluents(permutation, next)
		}
		after = append(after, fmt.Sprint(next))
		p.SetState(state)
	}
	slices.Sort(after)
	return append(after, about)
}

// take is a game in which two players alternately take one of four cells. The
// verb %s is replaced with additional rules. Without any, all permutations of
// the cells are symmetries.
const take = `(role x) (role o) (init (turn x)) (cell 1) (cell 2) (cell 3) (cell 4)
	(<= free (cell ?c) (not (true (has x ?c))) (not (true (has o ?c))))
	(<= (legal ?p (take ?c)) (true (turn ?p)) (cell ?c) (not (true (has x ?c))) (not (true (has o ?c))))
	(<= (legal x wait) (true (turn o))) (<= (legal o wait) (true (turn x)))
	(<= (next (has ?p ?c)) (does ?p (take ?c))) (<= (next (has ?p ?c)) (true (has ?p ?c)))
	(<= (next (turn o)) (true (turn x))) (<= (next (turn x)) (true (turn o)))
	(<= terminal (not free)) (goal x 50) (<= (goal o 50) (not lost))
	%s`

// TestSymmetryOfRules adds rules that break some of the symmetries, and rules
// that only appear to break them.
func TestSymmetryOfRules(t *testing.T) {
	tests := []struct {
		name, rules string
		order       float64
	}{
		{"none", "", 24},
		{"start", "(init (has x 4))", 6},
		{"goal", "(<= lost (true (has x 2)))", 6},
		{"end", "(<= terminal (true (has x 2)) (true (has x 3)))", 4},
		{"end for both", "(<= terminal (true (has ?p 2)) (true (has ?q 3)))", 4},
		{"legal", "(<= (legal x (take 1)) (true (has x 1)))", 6},
		{"next", "(<= (next (has o 3)) (true (has x 3)))", 6},
		{"next for all", "(<= (next (has o ?c)) (true (has x ?c)))", 24},
		{"row", "(row 1 2) (row 2 3) (row 3 4) (<= lost (true (has x ?c)) (true (has x ?d)) (row ?c ?d))", 2},
		{"one way", "(row 1 2) (row 2 3) (row 3 4) (<= lost (true (has x ?c)) (true (has o ?d)) (row ?c ?d))", 1},
		{"ring", "(row 1 2) (row 2 3) (row 3 4) (row 4 1) (<= lost (true (has x ?c)) (true (has o ?d)) (row ?c ?d))", 4},
		// The pairs 1 2 and 3 4 end the game by rules with different texts. The
		// exchange of the pairs is not found.
		{"pairs", "(<= terminal (true (has x 1)) (true (has x 2))) (<= terminal both) (<= both (true (has x 4)) (true (has x 3)))", 4},
		{"pairs in a row", "(<= terminal (true (has x 1)) (true (has x 2))) (<= terminal (true (has x 4)) (true (has x 3)))", 8},
		{"pairs by name", "(<= terminal left) (<= left (true (has x 1)) (true (has x 2))) (<= terminal right) (<= right (true (has x 4)) (true (has x 3)))", 8},
		{"said twice", "(<= lost (true (has x ?c)) (less ?c ?d)) (less 1 2) (less 1 3) (less 2 3) (less 3 4) (<= lost (true (has x 4)))", 24},
		// Rules without influence, and rules that never apply.
		{"idle rule", "(<= (see ?c) (true (has x ?c)) (distinct ?c 1)) (<= (next (seen ?c)) (see ?c))", 24},
		{"never", "(<= (next (has o 1)) (true (has x 1)) (true (turn nobody)))", 24},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := gdltest.CompileText(t, fmt.Sprintf(take, test.rules))
			v, err := Open(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			s := v.(Described).Symmetries()
			if s.Order != test.order || !s.Complete {
				t.Errorf("%v symmetries, want %v", s.Order, test.order)
			}
			if s.Used != int(test.order) {
				t.Errorf("%d symmetries are used", s.Used)
			}
			if err := games.Check(v.(games.Game[uint64]), 100); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestManySymmetries opens a game with 720 symmetries, of which only a subgroup
// is used.
func TestManySymmetries(t *testing.T) {
	m := gdltest.CompileText(t, fmt.Sprintf(take, "(cell 5) (cell 6)"))
	v, err := Open(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	s := v.(Described).Symmetries()
	if s.Order != 720 || s.Used != 120 {
		t.Errorf("%v symmetries, %d used, want 720 and those 120 that keep one cell", s.Order, s.Used)
	}
	if err := games.Check(v.(games.Game[uint64]), 100); err != nil {
		t.Error(err)
	}
}

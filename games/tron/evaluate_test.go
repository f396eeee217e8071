package tron

import "testing"

// TestEvaluate compares with manual counts of cells.
func TestEvaluate(t *testing.T) {
	for _, test := range []struct {
		spec, position string
		mine, theirs   float32 // of the player to move
	}{
		{"tron:size=4x3", "..../.R../..B.:red", 9, 1},
		// A trail divides the board.
		{"tron:size=5x4", "..x../R.x../..xB./..x..:red", 7, 7},
		{"tron:size=5x4", "..x../R.x../..xB./.xx..:blue", 7, 6},
		// Walls and unreachable cells.
		{"tron:size=6x5,walls=ring", "wwwwww/w.x.Bw/wx...w/wR...w/wwwwww:red", 3, 4},
	} {
		g := open(t, test.spec)
		s, err := g.ParseState(test.position)
		if err != nil {
			t.Fatal(err)
		}
		want := (test.mine - test.theirs) / (test.mine + test.theirs + 1)
		if got := g.Evaluate(nil, []uint64{s}); len(got) != 1 || got[0] != want {
			t.Errorf("%s gets %v, want %v: %v cells against %v", test.position, got, want, test.mine, test.theirs)
		}
	}
}

// TestTerritories compares territories with distances computed cell by cell in random
// plays.
func TestTerritories(t *testing.T) {
	for _, spec := range []string{"tron", "tron:size=7x4,walls=ring", "tron:size=3x7,edge=error", "tron:size=8x8", "tron:size=9x9,walls=ring"} {
		g := general[[2]uint64](t, spec)
		for _, s := range sample[[2]uint64](g, 500) {
			p := g.unpack(s)
			if g.over(p) {
				continue
			}
			ownCells, oppCells := g.territories(g.blank(p), g.cell[p.heads[0]], g.cell[p.heads[1]])
			ownPlies, oppPlies := distances(&g.board, g.blank(p), p.heads[0]), distances(&g.board, g.blank(p), p.heads[1])
			for y := range g.height {
				for x := range g.width {
					at := g.placeAt(x, y)
					cell, n, m := g.cell[at], ownPlies[at], oppPlies[at]
					wantOwn, wantOpp := n > 0 && (m == 0 || n <= m), m > 0 && (n == 0 || m < n)
					if ownCells.overlaps(cell) != wantOwn || oppCells.overlaps(cell) != wantOpp {
						t.Fatalf("%s: cell %d.%d is %d and %d moves away", g.FormatState(s), x, y, n, m)
					}
				}
			}
		}
	}
}

// distances returns the number of moves from a place to each blank cell, or 0 for
// unreachable cells.
func distances(g *board, blank cells, from int) map[int]int {
	found, queue := map[int]int{}, []int{from}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		x, y := g.cellOf(at)
		for _, d := range moveSteps() {
			if !g.onBoard(x+d[0], y+d[1]) {
				continue
			}
			next := g.placeAt(x+d[0], y+d[1])
			if blank.overlaps(g.cell[next]) && found[next] == 0 {
				found[next] = found[at] + 1
				queue = append(queue, next)
			}
		}
	}
	return found
}

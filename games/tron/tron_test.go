package tron

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
)

// openAny opens a variant through the registry.
var openAny = gamestest.Opener[games.Variant](Entry(), Presets()...)

func open(t testing.TB, spec string) *narrow {
	t.Helper()
	if g, ok := openAny(t, spec).(searchedNarrow); ok {
		return g.narrow
	}
	return openAny(t, spec).(*narrow)
}

// general returns a variant with states of type S, regardless of its size.
func general[S games.State](t testing.TB, spec string) *game[S] {
	t.Helper()
	switch g := openAny(t, spec).(type) {
	case searchedNarrow:
		return newGame[S](&g.board)
	case *narrow:
		return newGame[S](&g.board)
	case searchedWide:
		return newGame[S](&g.board)
	case *game[[2]uint64]:
		return newGame[S](&g.board)
	default:
		t.Fatalf("%s is a %T", spec, g)
	}
	return nil
}

// variants returns all combinations of the options in the given sizes.
func variants(sizes ...string) []string {
	var specs []string
	for _, size := range sizes {
		for _, turns := range []string{"alternating", "simultaneous"} {
			for _, walls := range []string{"none", "ring"} {
				for _, edge := range []string{"illegal", "error"} {
					specs = append(specs, fmt.Sprintf("tron:size=%s,turns=%s,walls=%s,edge=%s", size, turns, walls, edge))
				}
			}
		}
	}
	return specs
}

func TestContract(t *testing.T) {
	for _, spec := range variants("6x6", "7x7", "3x4", "4x3", "3x9", "5x5", "5x4", "8x8", "9x9", "9x6") {
		t.Run(spec, func(t *testing.T) {
			v := openAny(t, spec)
			err := games.ByState(v, check[uint64], check[[2]uint64], check[[4]uint64])
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func check[S games.State](g games.Game[S]) error { return games.Check(g, 300) }

// The counts were computed by an independent prover from snake2p.kif.
func TestPerft(t *testing.T) {
	want := []int64{16, 64, 256, 1280, 2816, 5824, 2112}
	if got := games.Perft(open(t, "snake2p"), 7); !slices.Equal(got, want) {
		t.Errorf("perft %v, want %v", got, want)
	}
}

// TestRules checks each rule on a separate position.
func TestRules(t *testing.T) {
	const simul, edge = "turns=simultaneous,", "edge=error,"
	red, blue, draw := games.Payoff{100, 0}, games.Payoff{0, 100}, games.Payoff{50, 50}
	tests := []struct {
		name, options, position, move, want string
		payoff                              games.Payoff // if want is terminal
	}{
		{"red goes up", "size=4x4", "..../.R../..B./....:red", "moveUp", ".R../.x../..B./....:blue", games.Payoff{}},
		{"blue goes left", "size=4x4", ".R../.x../..B./....:blue", "moveLeft", ".R../.x../.Bx./....:red", games.Payoff{}},
		{"red into the other head", "size=4x4", "..../.RB./..xx/....:red", "moveRight", "..../.xB./..xx/....:R2.1:over", blue},
		{"blue into the other head", "size=4x4", "..../.RB./.x../....:blue", "moveLeft", "..../.Rx./.x../....:B1.1:over", red},
		{"blue into a forbidden cell", "size=4x4", "..R./.xx./..Bx/....:blue", "moveRight", "..R./.xx./..xx/....:B3.2:over", red},
		{"red over the edge", edge + "size=4x4", "..R./.xx./..Bx/.x..:red", "moveUp", "..x./.xx./..Bx/.x..:R2.-1:over", blue},
		{"blue over the edge", edge + "size=4x4", "..R./.x../..xB/....:red", "moveLeft", ".Rx./.x../..xB/....:blue", games.Payoff{}},
		{"blue over the right edge", edge + "size=4x4", ".Rx./.x../..xB/....:blue", "moveRight", ".Rx./.x../..xx/....:B4.2:over", red},
		{"red into the ring", "walls=ring,size=5x5", "wwwww/wR..w/w...w/w..Bw/wwwww:red", "moveUp", "wwwww/wx..w/w...w/w..Bw/wwwww:R1.0:over", blue},
		{"the board fills up", "walls=ring,size=4x5", "wwww/wRxw/wxxw/wB.w/wwww:blue", "moveRight", "wwww/wRxw/wxxw/wxBw/wwww:over", draw},
		{"swap", simul + "size=4x4", "..../.RB./xx../....:both", "moveRight+moveLeft", "..../.xx./xx../....:R2.1:B1.1:over", draw},
		{"same cell", simul + "size=4x4", "..../R.B./xx../....:both", "moveRight+moveLeft", "..../x.x./xx../....:R1.1:B1.1:over", draw},
		{"following", simul + "size=4x4", "..../.RB./xx../....:both", "moveRight+moveRight", "..../.xxB/xx../....:R2.1:over", blue},
		{"fleeing", simul + "size=4x4", "..../.RB./xx../....:both", "moveLeft+moveLeft", "..../Rxx./xx../....:B1.1:over", red},
		{"both err apart", simul + edge + "size=4x4", "R..B/x..x/..../....:both", "moveUp+moveUp", "x..x/x..x/..../....:R0.-1:B3.-1:over", draw},
		{"both off at one place", simul + edge + "size=3x4", "R../x.x/..B/...:both", "moveLeft+moveRight", "x../x.x/..x/...:R-1.0:B3.2:over", draw},
		{"the last cells, at once", simul + "walls=ring,size=4x5", "wwww/wRxw/w.Bw/w.xw/wwww:both", "moveDown+moveUp", "wwww/wxxw/wRxw/w.xw/wwww:B2.1:over", red},
		{"full at once", simul + "walls=ring,size=5x4", "wwwww/wRx.w/w.xBw/wwwww:both", "moveDown+moveUp", "wwwww/wxxBw/wRxxw/wwwww:over", draw},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := open(t, "tron:"+strings.TrimSuffix(test.options, ","))
			s, err := g.ParseState(test.position)
			if err != nil {
				t.Fatal(err)
			}
			child, ok := play[uint64](g, s, test.move)
			if !ok {
				t.Fatalf("no move %s", test.move)
			}
			if got := g.FormatState(child); got != test.want {
				t.Errorf("%s leads to %s, want %s", test.move, got, test.want)
			}
			if strings.HasSuffix(test.want, "over") {
				if got := g.Payoffs(nil, []uint64{child})[0]; got != test.payoff {
					t.Errorf("payoffs %v, want %v", got, test.payoff)
				}
			}
		})
	}
}

// play returns the child after a move, or a joint move joined by '+'.
func play[S games.State](g rules[S], s S, move string) (child S, ok bool) {
	children, _ := g.Expand(nil, nil, []S{s})
	for i, name := range names(g, s) {
		if name == move {
			return children[i], true
		}
	}
	return child, false
}

// rules consists of the methods of a game that play and names call.
type rules[S games.State] interface {
	games.Game[S]
	games.Notation[S]
}

// names returns the moves or joint moves of s in the order of its children.
func names[S games.State](g rules[S], s S) []string {
	moves := g.Moves(s)
	if moves[0] == nil || moves[1] == nil {
		return slices.Concat(moves[0], moves[1])
	}
	var out []string
	for _, a := range moves[0] {
		for _, b := range moves[1] {
			out = append(out, a+"+"+b)
		}
	}
	return out
}

func TestMovesAtTheEdge(t *testing.T) {
	for options, want := range map[string]string{
		"edge=illegal": "moveDown moveRight",
		"edge=error":   "moveUp moveDown moveLeft moveRight",
	} {
		g := open(t, "tron:size=3x4,"+options)
		s, err := g.ParseState("Rx./.B./.x./...:red")
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(g.Moves(s)[0], " "); got != want {
			t.Errorf("%s: moves %s, want %s", options, got, want)
		}
	}
}

func TestOrbitsAndSwaps(t *testing.T) {
	tests := []struct {
		options, position string
		orbit             int32
	}{
		{"size=4x4", "..../.R../..B./....", 1},
		{"size=4x4", ".R../.x../..B./....", 2},
		{"size=4x5", ".R../.x../..../..B./....", 1},
		{"size=4x4,turns=simultaneous", "..../.R../..B./....", 1},
		{"size=4x4,turns=simultaneous", ".R../.x../.Bx./....", 4},
		{"size=4x4,turns=simultaneous", ".R../.x../..xB/....", 2}, // its half-turn is its mirror image
		{"size=4x4,turns=simultaneous", ".R../.x../..x./..B.", 2}, // its own half-turn
		{"size=4x4,turns=simultaneous", "R.../.x../..x./...B", 1}, // its own half-turn and mirror image
		{"size=4x4,turns=simultaneous", "Rx../..../..../..xB", 2}, // its own half-turn
		{"size=4x5,turns=simultaneous", ".R../.x../..../..x./..B.", 1},
		{"size=4x5,turns=simultaneous", ".R../.x../..../..xB/....", 2},
	}
	for _, test := range tests {
		g := open(t, "tron:"+test.options)
		s, err := g.ParseState(test.position)
		if err != nil {
			t.Fatal(err)
		}
		canonical, _ := games.Canonical[uint64](g, s)
		if got := g.Orbits(nil, []uint64{canonical})[0]; got != test.orbit {
			t.Errorf("%s %s: orbit %d, want %d", test.options, test.position, got, test.orbit)
		}
	}
}

func TestDraw(t *testing.T) {
	g := open(t, "tron:size=4x5,walls=ring")
	if _, err := g.ParseState("wwww/wxxw/wB.w/w..w/wwww:R1.0:over"); err == nil {
		t.Fatal("red erred, but blue moved last: accepted")
	}
	s, err := g.ParseState("wwww/wx.w/wB.w/w..w/wwww:R1.0:over")
	if err != nil {
		t.Fatal(err)
	}
	d := g.Draw(s)
	var board strings.Builder
	for i, c := range d.Cells {
		if i > 0 && i%d.Width == 0 {
			board.WriteByte('/')
		}
		board.WriteRune(c.Glyph)
	}
	if got, want := board.String(), "#R##/#x.#/#B.#/#..#/####"; got != want {
		t.Errorf("board %s, want %s", got, want)
	}
	if got, want := strings.Join(d.Notes, "; "), "the game is over; red ran into a wall at 1.0"; got != want {
		t.Errorf("notes %q, want %q", got, want)
	}
	if got, want := strings.Join(d.Legend, "; "), "# wall; R red's head; x forbidden; . blank; B blue's head"; got != want {
		t.Errorf("legend %q, want %q", got, want)
	}
}

func TestSizeRefused(t *testing.T) {
	r := games.Registry{Entries: []games.Entry{Entry()}, Presets: Presets()}
	for _, spec := range []string{"tron:size=3x3", "tron:size=2x6", "tron:size=10x4", "tron:size=6", "snake2p:walls=both"} {
		if _, err := r.Open(spec); err == nil {
			t.Errorf("%s: accepted", spec)
		}
	}
}

package games_test

import (
	"strings"
	"testing"

	"zermelo/games"
)

// broken is the game of piles with some methods replaced.
type broken struct {
	*piles
	expand   func(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32)
	movers   func(dst []int8, src []uint64) []int8
	payoffs  func(dst []games.Payoff, src []uint64) []games.Payoff
	layers   func(s uint64) int32
	canonize func(s uint64) (uint64, bool)
	orbit    func(s uint64) []int32
	format   func(s uint64) string
	parse    func(text string) (uint64, error)
	moves    func(s uint64) [games.MaxRoles][]string
	draw     func(s uint64) games.Drawing
	span     int
	renew    bool // Info returns a new struct on each call
}

func (b *broken) Info() *games.Info {
	info := b.piles.Info()
	if b.renew {
		other := *info
		return &other
	}
	return info
}

func (b *broken) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	if b.expand != nil {
		return b.expand(dst, ends, src)
	}
	return b.piles.Expand(dst, ends, src)
}

func (b *broken) Movers(dst []int8, src []uint64) []int8 {
	if b.movers != nil {
		return b.movers(dst, src)
	}
	return b.piles.Movers(dst, src)
}

func (b *broken) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	if b.payoffs != nil {
		return b.payoffs(dst, src)
	}
	return b.piles.Payoffs(dst, src)
}

func (b *broken) Layers(dst []int32, src []uint64) []int32 {
	if b.layers == nil {
		return b.piles.Layers(dst, src)
	}
	for _, s := range src {
		dst = append(dst, b.layers(s))
	}
	return dst
}

func (b *broken) Canonize(states []uint64, swaps []bool) {
	if b.canonize == nil {
		b.piles.Canonize(states, swaps)
		return
	}
	for i, s := range states {
		states[i], swaps[i] = b.canonize(s)
	}
}

func (b *broken) Orbits(dst []int32, src []uint64) []int32 {
	if b.orbit == nil {
		return b.piles.Orbits(dst, src)
	}
	for _, s := range src {
		dst = append(dst, b.orbit(s)...)
	}
	return dst
}

func (b *broken) FormatState(s uint64) string {
	if b.format != nil {
		return b.format(s)
	}
	return b.piles.FormatState(s)
}

func (b *broken) ParseState(text string) (uint64, error) {
	if b.parse != nil {
		return b.parse(text)
	}
	return b.piles.ParseState(text)
}

func (b *broken) Moves(s uint64) [games.MaxRoles][]string {
	if b.moves != nil {
		return b.moves(s)
	}
	return b.piles.Moves(s)
}

func (b *broken) Draw(s uint64) games.Drawing {
	if b.draw != nil {
		return b.draw(s)
	}
	return b.piles.Draw(s)
}

func (b *broken) Span() int {
	if b.span != 0 {
		return b.span
	}
	return b.piles.Span()
}

func TestCheckAccepts(t *testing.T) {
	if err := games.Check(newPiles(3, 3), 1000); err != nil {
		t.Error(err)
	}
	if err := games.Check(games.Game[uint64](bare{newPiles(3, 3)}), 1000); err != nil {
		t.Error(err)
	}
}

// bare hides the optional interfaces of a game.
type bare struct{ games.Game[uint64] }

// TestCheckFinds breaks the contract in one way per case.
func TestCheckFinds(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(b *broken)
		want  string
	}{
		{"no roles", func(b *broken) { b.info.Roles = nil }, "0 roles"},
		{"three roles", func(b *broken) { b.info.Roles = []string{"a", "b", "c"} }, "3 roles"},
		{"no title", func(b *broken) { b.info.Title = "" }, "Info.Title or Info.Rules is empty"},
		{"another Info at each call", func(b *broken) { b.renew = true }, "Info returns a different pointer on each call"},
		{"no rules", func(b *broken) { b.info.Rules = nil }, "Info.Title or Info.Rules is empty"},
		{"start in a later layer", func(b *broken) { b.layers = func(s uint64) int32 { return int32(s>>16) + 1 } }, "the start is in layer 1, expected 0"},
		{"negative span", func(b *broken) { b.span = -1 }, "Span returns -1, expected at least 1"},
		{"a role that there is not", func(b *broken) { b.movers = always(2) }, "the role to move is 2, which does not exist"},
		{"a role too few", func(b *broken) { b.info.Roles = b.info.Roles[:1] }, "the role to move is 1, which does not exist"},
		{"a mover too many", func(b *broken) {
			b.movers = func(dst []int8, src []uint64) []int8 { return append(b.piles.Movers(dst, src), 0) }
		}, "Movers appends 2 elements for one state"},
		{"a choice for both", func(b *broken) { b.movers = always(games.Both) }, "both roles have a choice, but Info.Simultaneous is false"},
		{"both at once without rows", func(b *broken) {
			b.info.Simultaneous = true
			b.movers = always(games.Both)
		}, "both roles move, but the game has no Rows method"},
		{"a simultaneous game without rows", func(b *broken) { b.info.Simultaneous = true }, "Info.Simultaneous is true, but the game has no Rows method"},
		{"two moves running", func(b *broken) { b.movers = always(0) }, "odd moves twice in a row"},
		{"a mover without names", func(b *broken) {
			b.movers = func(dst []int8, src []uint64) []int8 {
				for _, m := range b.piles.Movers(nil, src) {
					dst = append(dst, 1-m)
				}
				return dst
			}
		}, "move names"},
		{"payoffs that do not add up", func(b *broken) {
			b.payoffs = func(dst []games.Payoff, src []uint64) []games.Payoff {
				return append(dst, make([]games.Payoff, len(src))...)
			}
		}, "payoffs add up to 0, expected 100"},
		{"payoffs not announced", func(b *broken) { b.info.Payoffs = []int{0, 50} }, "payoff 100 is not in [0 50]"},
		{"a payoff too many", func(b *broken) {
			b.payoffs = func(dst []games.Payoff, src []uint64) []games.Payoff {
				return append(b.piles.Payoffs(dst, src), games.Payoff{})
			}
		}, "Payoffs appends 2 elements for one state"},
		{"children in the same layer", func(b *broken) { b.layers = func(uint64) int32 { return 0 } }, "the layer of a child differs by 0, expected 1 to 1"},
		{"children too far on", func(b *broken) { b.layers = func(s uint64) int32 { return 2 * int32(s>>16) } }, "the layer of a child differs by 2, expected 1 to 1"},
		{"layer of the canonical state", func(b *broken) {
			b.layers = func(s uint64) int32 {
				if ply, first, second := pilesOf(s); first < second {
					return int32(ply) + 1
				}
				return int32(s >> 16)
			}
		}, "but its canonical state has layer"},
		{"canonical form that is not canonical", func(b *broken) {
			b.canonize = func(s uint64) (uint64, bool) {
				ply, first, second := pilesOf(s)
				return pilesState(ply, second, first), false
			}
		}, "the canonical state is not its own canonical state"},
		{"a symmetry that is none", func(b *broken) {
			b.canonize = func(s uint64) (uint64, bool) {
				ply, first, second := pilesOf(s)
				return pilesState(ply, first+second, 0), false
			}
		}, "the canonical state has different children up to symmetry"},
		{"a symmetry that changes payoffs", func(b *broken) {
			b.canonize = func(s uint64) (uint64, bool) {
				ply, first, second := pilesOf(s)
				return pilesState(ply, max(first, second), min(first, second)), first+second == 0
			}
		}, "but its canonical state has"},
		{"a symmetry that changes who moves", func(b *broken) {
			b.canonize = func(s uint64) (uint64, bool) {
				ply, first, second := pilesOf(s)
				return pilesState(ply, max(first, second), min(first, second)), first < second
			}
		}, "in the canonical state, role"},
		{"roles exchanged in a general-sum game", func(b *broken) {
			b.info.GeneralSum = true
			b.canonize = func(s uint64) (uint64, bool) { return s, true }
		}, "a symmetry exchanges the roles of a general-sum game"},
		{"empty orbit", func(b *broken) { b.orbit = func(uint64) []int32 { return []int32{0} } }, "Orbits appends [0], expected one positive number"},
		{"an orbit too many", func(b *broken) { b.orbit = func(uint64) []int32 { return []int32{1, 1} } }, "Orbits appends [1 1], expected one positive number"},
		{"notation with blanks", func(b *broken) {
			b.format = func(s uint64) string { return strings.ReplaceAll(b.piles.FormatState(s), ":", " ") }
		}, "the notation contains a character that must be quoted in a shell"},
		{"notation of another state", func(b *broken) {
			b.parse = func(text string) (uint64, error) { s, err := b.piles.ParseState(text); return s ^ 1<<20, err }
		}, "the notation does not round-trip"},
		{"notation that cannot be read", func(b *broken) {
			b.parse = func(text string) (uint64, error) { return 0, games.BadInput("unreadable") }
		}, "the notation does not round-trip: unreadable"},
		{"a move without a name", func(b *broken) {
			b.moves = func(s uint64) [games.MaxRoles][]string {
				m := b.piles.Moves(s)
				for role := range m {
					m[role] = m[role][:max(0, len(m[role])-1)]
				}
				return m
			}
		}, "move names, but the 4 children require move counts"},
		{"moves of the wrong role", func(b *broken) {
			b.moves = func(s uint64) [games.MaxRoles][]string {
				m := b.piles.Moves(s)
				m[0], m[1] = m[1], m[0]
				return m
			}
		}, "move names, but the 4 children require move counts"},
		{"moves at the end", func(b *broken) {
			b.moves = func(s uint64) [games.MaxRoles][]string {
				if _, first, second := pilesOf(s); first+second == 0 {
					return [games.MaxRoles][]string{{"a1"}}
				}
				return b.piles.Moves(s)
			}
		}, "terminal state has moves"},
		{"two moves of one name", func(b *broken) {
			b.moves = func(s uint64) [games.MaxRoles][]string { return renamed(b.piles.Moves(s), "same") }
		}, "duplicate move name in"},
		{"a name with plus", func(b *broken) {
			b.moves = func(s uint64) [games.MaxRoles][]string { return renamed(b.piles.Moves(s), "a+b") }
		}, `invalid move name "a+b"`},
		{"an empty name", func(b *broken) {
			b.moves = func(s uint64) [games.MaxRoles][]string { return renamed(b.piles.Moves(s), "") }
		}, `invalid move name ""`},
		{"a drawing with a cell missing", func(b *broken) {
			b.draw = func(s uint64) games.Drawing { d := b.piles.Draw(s); d.Cells = d.Cells[1:]; return d }
		}, "drawing of size 2x1 has 1 cells, 2 columns and 1 rows"},
		{"a drawing with a line to nowhere", func(b *broken) {
			b.draw = func(s uint64) games.Drawing { d := b.piles.Draw(s); d.Lines = [][2]int{{0, 2}}; return d }
		}, "drawing has a line from cell 0 to cell 2, but only 2 cells"},
		{"a source that is changed", func(b *broken) {
			b.expand = func(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
				dst, ends = b.piles.Expand(dst, ends, src)
				if len(src) > 1 {
					src[0]++
				}
				return dst, ends
			}
		}, "the input batch was modified"},
		{"ends missing in a batch", func(b *broken) {
			b.expand = func(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
				dst, ends = b.piles.Expand(dst, ends, src)
				if len(src) > 1 {
					ends = ends[1:]
				}
				return dst, ends
			}
		}, "Expand appends 31 ends for 32 states"},
		{"a batch that differs from its parts", func(b *broken) {
			b.expand = func(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
				dst, ends = b.piles.Expand(dst, ends, src)
				if len(src) > 1 {
					dst[1], dst[2] = dst[2], dst[1]
				}
				return dst, ends
			}
		}, "Expand returns different states for a single state than in a batch"},
		{"a last state that differs in a batch", func(b *broken) {
			b.movers = func(dst []int8, src []uint64) []int8 {
				if dst = b.piles.Movers(dst, src); len(src) > 8 {
					dst[len(dst)-1] ^= 1
				}
				return dst
			}
		}, "Movers returns"},
		{"payoffs in the place of others", func(b *broken) {
			b.payoffs = func(dst []games.Payoff, src []uint64) []games.Payoff { return b.piles.Payoffs(dst[:0], src) }
		}, "Payoffs appends"},
		{"a symmetry that is counted and not used", func(b *broken) {
			b.canonize = func(s uint64) (uint64, bool) { return s, false }
		}, "4 states after 1 plies, but the orbits of their 4 classes contain 8"},
		{"a symmetry that is used and not counted", func(b *broken) {
			b.orbit = func(uint64) []int32 { return []int32{1} }
		}, "4 states after 1 plies, but the orbits of their 2 classes contain 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := &broken{piles: newPiles(3, 3)}
			test.spoil(b)
			err := games.Check(games.Game[uint64](b), 1000)
			if err == nil {
				err = games.CheckOrbits(games.Game[uint64](b), 1000)
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Check = %v, want %q", err, test.want)
			}
			if err != nil && strings.Count(err.Error(), "\n") > 30 {
				t.Errorf("%d findings", strings.Count(err.Error(), "\n"))
			}
		})
	}
}

// always returns the same role for all states.
func always(role int8) func(dst []int8, src []uint64) []int8 {
	return func(dst []int8, src []uint64) []int8 {
		for range src {
			dst = append(dst, role)
		}
		return dst
	}
}

// joint is the game of piles with Both as the mover and a given number of rows.
type joint struct {
	*broken
	rows func(children int32) int32
}

func (j joint) Rows(dst []int32, src []uint64) []int32 {
	_, ends := j.Expand(nil, nil, src)
	from := int32(0)
	for _, end := range ends {
		dst = append(dst, j.rows(end-from))
		from = end
	}
	return dst
}

func TestCheckRows(t *testing.T) {
	for _, test := range []struct {
		name string
		rows func(children int32) int32
		want string
	}{
		{"no rows", func(int32) int32 { return 0 }, "Expand appends 4 children, which do not match the result of Rows, [0]"},
		{"more rows than children", func(n int32) int32 { return n + 2 }, "Expand appends 4 children, which do not match the result of Rows, [6]"},
		{"rows that do not divide the children", func(n int32) int32 { return max(1, n-1) }, "Expand appends 4 children, which do not match the result of Rows, [3]"},
	} {
		b := &broken{piles: newPiles(3, 3), movers: always(games.Both)}
		b.info.Simultaneous = true
		err := games.Check[uint64](joint{b, test.rows}, 1000)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: Check = %v, want %q", test.name, err, test.want)
		}
	}
}

// abbreviated is the game of piles with a standard notation.
type abbreviated struct {
	*broken
	cut  string
	read func(text string, names []string) []int
}

func (a abbreviated) CutPosition(text string) (position, rest string) {
	position, rest, _ = strings.Cut(text, a.cut)
	return position, rest
}

func (a abbreviated) ReadMove(text string, names []string) []int { return a.read(text, names) }

func TestCheckStandardNotation(t *testing.T) {
	none := func(string, []string) []int { return nil }
	first := func(string, []string) []int { return []int{0} }
	for _, test := range []struct {
		name, cut string
		read      func(text string, names []string) []int
		want      string
	}{
		{"no abbreviations", " ", none, ""},
		{"positions that include moves", ",", none, "CutPosition separates the position from moves as"},
		{"every text is the first move", " ", first, "ReadMove returns [0] for the move"},
	} {
		err := games.Check[uint64](abbreviated{&broken{piles: newPiles(3, 3)}, test.cut, test.read}, 1000)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: Check = %v, want %q", test.name, err, test.want)
		}
	}
}

// renamed gives all moves the same name.
func renamed(moves [games.MaxRoles][]string, name string) [games.MaxRoles][]string {
	for role := range moves {
		for i := range moves[role] {
			moves[role][i] = name
		}
	}
	return moves
}

package chess

import "strings"

// Kinds of men, in the order used in lists.
const (
	king = iota
	queen
	rook
	bishop
	knight
	pawn
	kinds
)

const pieceLetters = "KQRBNP"

// Colours, which are also role numbers.
const (
	white = iota
	black
)

// army holds the number of men of each kind.
type army [kinds]uint8

// material holds the armies of white and black.
type material [2]army

// String returns the letters of white's men followed by black's, as in "KBNKR".
func (m material) String() string {
	var t strings.Builder
	for _, a := range m {
		for kind, n := range a {
			t.WriteString(strings.Repeat(pieceLetters[kind:kind+1], int(n)))
		}
	}
	return t.String()
}

func (a army) pawns() bool { return a[pawn] > 0 }

func (a army) size() int {
	n := 0
	for _, k := range a {
		n += int(k)
	}
	return n
}

func (m material) exchanged() material { return material{m[black], m[white]} }

// weaker reports whether white has fewer men than black, or the same number of men
// but weaker ones.
func (m material) weaker() bool {
	if a, b := m[white].size(), m[black].size(); a != b {
		return a < b
	}
	for kind := range kinds {
		if a, b := m[white][kind], m[black][kind]; a != b {
			return a < b
		}
	}
	return false
}

// dead reports whether there is at most one bishop or knight besides the kings, so
// that neither side can ever mate.
func (m material) dead() bool {
	switch m[white].size() + m[black].size() {
	case 2:
		return true
	case 3:
		for _, a := range m {
			if a[bishop]+a[knight] > 0 {
				return true
			}
		}
	}
	return false
}

func (m material) without(colour, kind int) material {
	m[colour][kind]--
	return m
}

func (m material) promoted(colour, kind int) material {
	m[colour][pawn]--
	m[colour][kind]++
	return m
}

// next returns the materials other than m that can arise from m in one ply.
func (m material) next(promotions []int) []material {
	var list []material
	for colour := range m {
		list = append(list, m.taken(1-colour)...)
		if !m[colour].pawns() {
			continue
		}
		for _, kind := range promotions {
			p := m.promoted(colour, kind)
			list = append(append(list, p), p.taken(1-colour)...)
		}
	}
	return list
}

// taken returns the materials that can result from capturing a man of the given
// colour.
func (m material) taken(colour int) []material {
	var list []material
	for kind := queen; kind < kinds; kind++ {
		if m[colour][kind] > 0 {
			list = append(list, m.without(colour, kind))
		}
	}
	return list
}

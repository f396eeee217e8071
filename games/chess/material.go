package chess

import "strings"

// The kinds of men, in the order in which they are listed.
const (
	king = iota
	queen
	rook
	bishop
	knight
	pawn
	kinds
)

// pieceLetters names the kinds of men.
const pieceLetters = "KQRBNP"

// The colours, which are the roles.
const (
	white = iota
	black
)

// army is how many men of each kind a side has.
type army [kinds]uint8

// material is what both sides have.
type material [2]army

// String writes the men of white, then those of black, as in "KBNKR".
func (m material) String() string {
	var t strings.Builder
	for _, a := range m {
		for kind, n := range a {
			t.WriteString(strings.Repeat(pieceLetters[kind:kind+1], int(n)))
		}
	}
	return t.String()
}

// pawns reports whether the side has a pawn.
func (a army) pawns() bool { return a[pawn] > 0 }

// size is the number of men.
func (a army) size() int {
	n := 0
	for _, k := range a {
		n += int(k)
	}
	return n
}

// exchanged is the material with the colours exchanged.
func (m material) exchanged() material { return material{m[black], m[white]} }

// weaker reports whether white comes after black where materials are listed
// with the stronger side first: more men are stronger, then better ones.
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

// dead reports whether neither side can ever mate: there is at most one man
// beside the kings, and it is a bishop or a knight.
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

// without is the material after a man has been taken.
func (m material) without(colour, kind int) material {
	m[colour][kind]--
	return m
}

// promoted is the material after a pawn has become another man.
func (m material) promoted(colour, kind int) material {
	m[colour][pawn]--
	m[colour][kind]++
	return m
}

// next lists the materials that one ply can lead to, other than m.
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

// taken lists the materials after a man of a colour, not the king, was taken.
func (m material) taken(colour int) []material {
	var list []material
	for kind := queen; kind < kinds; kind++ {
		if m[colour][kind] > 0 {
			list = append(list, m.without(colour, kind))
		}
	}
	return list
}

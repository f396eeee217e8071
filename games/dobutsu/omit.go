package dobutsu

import "math/bits"

// Omit omits positions where the player to move has fewer pieces than the other
// side, lions aside: 40 % of the open ones. A ply takes one piece at most, and
// there are six, so the opponent does not have fewer then.
//
// The dedicated generator of Robert Clausecker does the same (dobutsu 6, 2024).
func (g *game) Omit(dst []bool, src []uint64) []bool {
	for _, s := range src {
		hand := s >> handShift
		own := bits.OnesCount64(s&planeMask) + int(hand&3+hand>>2&3+hand>>4&3)
		dst = append(dst, own < 3)
	}
	return dst
}

package solver

import "zermelo/games"

// count adds a cell that is used.
func (s *TierStats) count(at games.Slot, c Cell) {
	s.Used++
	s.Digest += CellHash(at, c)
	switch {
	case c.IsWin():
		s.Wins++
		s.WinsIn = countAt(s.WinsIn, c.Remoteness())
	case c.IsLoss():
		s.Losses++
		s.LossesIn = countAt(s.LossesIn, c.Remoteness())
	default:
		s.Draws++
	}
}

// countAt counts one more at a place.
func countAt(counts []int64, at int) []int64 {
	for len(counts) <= at {
		counts = append(counts, 0)
	}
	counts[at]++
	return counts
}

// merge adds what another worker counted.
func (s *TierStats) merge(o *TierStats) {
	s.Used += o.Used
	s.Digest += o.Digest
	s.Wins += o.Wins
	s.Losses += o.Losses
	s.Draws += o.Draws
	s.WinsIn = addCounts(s.WinsIn, o.WinsIn)
	s.LossesIn = addCounts(s.LossesIn, o.LossesIn)
}

func addCounts(a, b []int64) []int64 {
	if len(a) < len(b) {
		a, b = b, a
	}
	for i, n := range b {
		a[i] += n
	}
	return a
}

package matrix

import "slices"

// reduce reports whether there is a saddle point. If not, it removes dominated rows
// and columns. It uses only the order of the entries. At least two rows and two
// columns remain, because a saddle point of the remaining matrix would be a saddle
// point of the original.
func (g *Game) reduce(rows, cols int, a []int64) bool {
	g.rows, g.cols, g.order = rows, cols, a
	if g.findSaddle(); g.saddle {
		return true
	}
	g.selectAll(rows, cols)
	for idle := 0; idle < 2; {
		for side := range g.live {
			if g.eliminate(side) {
				idle = 0
			} else {
				idle++
			}
		}
	}
	return false
}

// findSaddle finds the first saddle point. If the maximin equals the minimax, every row
// that guarantees the maximin and every column that guarantees the minimax intersect in
// a saddle point.
func (g *Game) findSaddle() {
	maximin, minimax := int64(0), int64(0)
	for i := range g.rows {
		if low := slices.Min(g.order[i*g.cols : (i+1)*g.cols]); i == 0 || low > maximin {
			maximin, g.at[0] = low, i
		}
	}
	for j := range g.cols {
		high := g.order[j]
		for at := j + g.cols; at < len(g.order); at += g.cols {
			high = max(high, g.order[at])
		}
		if j == 0 || high < minimax {
			minimax, g.at[1] = high, j
		}
	}
	g.saddle = maximin == minimax
}

// eliminate removes rows (side 0) or columns (side 1) that are dominated by a
// remaining one, and reports whether it removed any.
func (g *Game) eliminate(side int) bool {
	lines, across := g.live[side], g.live[1-side]
	remaining := lines[:0]
	for n, i := range lines {
		// Compare with the lines kept so far and with those not yet processed.
		if !g.dominated(side, i, remaining, across) && !g.dominated(side, i, lines[n+1:], across) {
			remaining = append(remaining, i)
		}
	}
	g.live[side] = remaining
	return len(remaining) < len(lines)
}

// dominated reports whether another line dominates line i. A line dominates another
// if it is at least as good everywhere and is either better somewhere or has a
// smaller index.
func (g *Game) dominated(side, i int, others, across []int) bool {
	line, step, sign := g.cols, 1, int64(1)
	if side == 1 {
		line, step, sign = 1, g.cols, -1
	}
next:
	for _, k := range others {
		better := k < i
		for _, j := range across {
			mine, other := sign*g.order[i*line+j*step], sign*g.order[k*line+j*step]
			if mine > other {
				continue next
			}
			better = better || mine < other
		}
		if better {
			return true
		}
	}
	return false
}

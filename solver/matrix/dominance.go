package matrix

import "slices"

// reduce looks for a saddle point, reports whether there is one, and if not
// drops dominated rows and columns. Only the order of the entries matters. It
// leaves at least two rows and two columns: a saddle point of what is left
// would be one of the whole.
func (g *Game) reduce(rows, cols int, a []int64) bool {
	g.rows, g.cols, g.order = rows, cols, a
	if g.findSaddle(); g.saddle {
		return true
	}
	for side, n := range [2]int{rows, cols} {
		g.live[side] = g.live[side][:0]
		for i := range n {
			g.live[side] = append(g.live[side], i)
		}
	}
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

// findSaddle finds the first saddle point: every row that guards the maximin
// meets every column that guards the minimax in one.
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

// eliminate drops the rows (side 0) or columns (side 1) that a remaining other
// one dominates and reports whether there were any.
func (g *Game) eliminate(side int) bool {
	lines, across := g.live[side], g.live[1-side]
	kept := lines[:0]
	for n, i := range lines {
		// Those kept so far and those not looked at yet remain.
		if !g.dominated(side, i, kept, across) && !g.dominated(side, i, lines[n+1:], across) {
			kept = append(kept, i)
		}
	}
	g.live[side] = kept
	return len(kept) < len(lines)
}

// dominated reports whether one of the others is at least as good as line i
// everywhere, and better somewhere or earlier.
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

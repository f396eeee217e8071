package matrix

import "math/big"

// PureEquilibria returns, in ascending order, the indexes of the joint moves from
// which no role gains by deviating alone. Role i has sizes[i] moves and ranks the
// joint moves by order[i]. Joint moves are numbered so that the last role's move
// varies fastest.
func PureEquilibria(sizes []int, order [][]int64) (list []int) {
	improvable := make([]bool, len(order[0])) // some role gains by deviating
	step := len(improvable)
	for role, moves := range sizes {
		payoffs, block := order[role], step
		step /= moves
		for from := 0; from < len(improvable); from += block {
			for at := from; at < from+step; at++ {
				best := payoffs[at]
				for i := at + step; i < from+block; i += step {
					best = max(best, payoffs[i])
				}
				for i := at; i < from+block; i += step {
					if payoffs[i] < best {
						improvable[i] = true
					}
				}
			}
		}
	}
	for at, improvable := range improvable {
		if !improvable {
			list = append(list, at)
		}
	}
	return list
}

// MixedEquilibrium returns an equilibrium of a bimatrix game, using the
// algorithm of Lemke and Howson (1964). It starts from the label of the first
// row. When both payoff matrices are made positive, the row player's strategies
// correspond to the vertices of {x >= 0, B'x <= 1}, and the column player's to
// the vertices of {y >= 0, Ay <= 1}. Pivots alternate between the two
// polytopes. The variable that leaves one basis determines the variable that
// enters the other, until every label occurs once. The lexicographic rule
// prevents cycling in degenerate games, and integer arithmetic keeps the result
// exact.
func MixedEquilibrium(rows, cols int, a, b []*big.Rat) (x, y []*big.Rat) {
	// The variables of tableaux[0] are x and the slacks of the columns. Those
	// of tableaux[1] are y and the slacks of the rows. Rows have labels
	// 0..rows-1, and columns have labels rows..rows+cols-1.
	var tableaux [2]tableau
	tableaux[0].reset(cols, rows, 0)
	tableaux[1].reset(rows, cols, 0)
	as, _, _ := positiveIntegers(a)
	bs, _, _ := positiveIntegers(b)
	for i := range rows {
		for j := range cols {
			tableaux[0].putLarge(j, i, bs[i*cols+j])
			tableaux[1].putLarge(i, j, as[i*cols+j])
		}
	}
	label := 0
	for side := 0; ; side = 1 - side {
		t := &tableaux[side]
		// In tableaux[1], the variables of the columns come first.
		k, shift := t.where[label], 0
		if side == 1 {
			shift = cols
			k = t.where[(label+cols)%(rows+cols)]
		}
		r := t.leaving(k)
		left := t.basic[r]
		t.pivot(r, k)
		if label = (left - shift + rows + cols) % (rows + cols); label == 0 {
			break
		}
	}
	return corner(&tableaux[0]), corner(&tableaux[1])
}

// corner returns the values of the initially free variables, scaled to a sum of 1.
func corner(t *tableau) []*big.Rat {
	sum := new(big.Int)
	for j := range t.cols {
		if at := t.where[j]; at < 0 {
			sum.Add(sum, t.entry(^at, t.cols))
		}
	}
	p := zeros(t.cols)
	for j := range p {
		if at := t.where[j]; at < 0 {
			p[j].SetFrac(t.entry(^at, t.cols), sum)
		}
	}
	return p
}

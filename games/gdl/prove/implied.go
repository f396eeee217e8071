package prove

import (
	"slices"

	"zermelo/games/gdl/network"
)

const (
	maxImplied = 256     // maximum number of literals that implied returns
	maxDepth   = 100_000 // maximum recursion depth of implied, to limit the stack
)

// implied returns literals of fluents and moves that hold whenever l holds, in
// ascending order. For a conjunction, it returns the union of the literals that the
// operands imply. For a disjunction, it returns their intersection.
func (x *exclusion) implied(l network.Lit) []network.Lit {
	fanins := x.Fanins(l.Node())
	list, ok := x.known[l]
	switch {
	case ok:
		return list
	case len(fanins) == 0:
		list = append([]network.Lit{l}, x.meaning(l).demand...)
		slices.Sort(list)
		return slices.Compact(list)
	case x.depth >= maxDepth:
		return nil
	}
	x.depth++
	defer func() { x.depth-- }()
	x.Spend(16 + 4*len(fanins))
	if l.Complemented() {
		list = []network.Lit{network.False} // remains if no operand can hold
	}
	for _, f := range fanins {
		of := x.implied(f ^ l&1)
		x.Spend(len(of))
		switch {
		case !l.Complemented():
			list = append(list, of...)
		case len(of) > 0 && of[0] == network.False:
		case list[0] == network.False:
			list = of
		default:
			list = common(list, of)
		}
		if l.Complemented() && len(list) == 0 {
			break
		}
	}
	if !l.Complemented() {
		slices.Sort(list)
		list = slices.Compact(list)
		list = list[:min(len(list), maxImplied)]
	}
	x.known[l] = list
	return list
}

// common returns the elements that are in both lists. The lists must be in ascending
// order.
func common(a, b []network.Lit) []network.Lit {
	var both []network.Lit
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			both = append(both, a[i])
			i++
			j++
		}
	}
	return both
}

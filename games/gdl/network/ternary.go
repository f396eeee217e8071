package network

// Ternary says what a signal can be when its inputs are known in part.
type Ternary uint8

// The sets of values.
const (
	CanBeFalse Ternary = 1
	CanBeTrue  Ternary = 2
	CanBeBoth  Ternary = 3
)

// Of is what the literal can be where values has what its node can be.
func (t Ternary) of(l Lit) Ternary {
	if l.Complemented() {
		return t>>1 | t<<1&CanBeTrue
	}
	return t
}

// Possible computes what each node can be. The values of inputs must be set by
// node; the others are overwritten.
func (n *Network) Possible(values []Ternary) {
	values[0] = CanBeFalse
	for v := 1; v < n.Nodes(); v++ {
		fanins := n.Fanins(v)
		if len(fanins) == 0 {
			continue
		}
		if !n.spend(1 + len(fanins)) {
			return
		}
		all, any := CanBeTrue, Ternary(0)
		for _, f := range fanins {
			t := values[f.Node()].of(f)
			all &= t
			any |= t & CanBeFalse
		}
		values[v] = all | any
	}
}

// PossibleOf is what a literal can be after Possible.
func PossibleOf(values []Ternary, l Lit) Ternary { return values[l.Node()].of(l) }

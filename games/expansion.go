package games

// Expansion holds the children, movers, orbits and payoffs of a batch of states.
type Expansion struct {
	// Children holds the canonical non-terminal children, in the order of Expand.
	Children []uint64
	// Opens holds len(Children) after each state of the batch.
	Opens []int32
	// Payoffs holds the payoff of role 0 in each terminal child, in the order of
	// Expand.
	Payoffs []int16
	// Ends holds the cumulative number of all children after each state of the
	// batch.
	Ends []int32
	// Movers and Orbits have one element per state of the batch.
	Movers []int8
	Orbits []int32
}

// OpenExpander is implemented by games that expand a batch in one pass, faster than
// with separate calls to Expand, IsTerminal, Canonize and Payoffs. It is used only
// for alternating constant-sum games with one-word states and layers that count
// plies. No symmetry may exchange the roles, and the game must implement
// TerminalTester.
type OpenExpander interface {
	// ExpandOpen appends the results for the src states to x.
	ExpandOpen(x *Expansion, src []uint64)
}

// OpenExpanderOf returns g as an OpenExpander, or nil if g does not support it.
func OpenExpanderOf[S State](g Game[S]) OpenExpander {
	open, ok := any(g).(OpenExpander)
	layered, plies := any(g).(Layered[S])
	if !ok || !plies || layered.Span() != 1 || g.Info().Simultaneous || g.Info().GeneralSum || Words[S]() != 1 {
		return nil
	}
	return open
}

// Reset empties x and keeps its buffers.
func (x *Expansion) Reset() {
	*x = Expansion{
		Children: x.Children[:0], Opens: x.Opens[:0], Payoffs: x.Payoffs[:0], Ends: x.Ends[:0],
		Movers: x.Movers[:0], Orbits: x.Orbits[:0],
	}
}

// TerminalTester is implemented by games that detect terminal states faster than
// Expand. If such a game is layered, solvers do not store terminal states.
type TerminalTester[S State] interface {
	// IsTerminal appends whether each src state is terminal.
	IsTerminal(dst []bool, src []S) []bool
}

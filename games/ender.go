package games

// Ender is the power of games that tell where play is over faster than by Expand. The
// terminal states of such a layered game are valued where they are met, and no table
// holds them.
type Ender[S State] interface {
	// Over appends whether each src state is terminal.
	Over(dst []bool, src []S) []bool
}

package games

// Passer is the power of games of which one can ask what a position would be
// worth if it were the other player's turn.
type Passer[S State] interface {
	// Pass appends each src state with the other player to move, and whether
	// that is a position of the game; if not, as where the game is over or the
	// rules forbid it, the state means nothing.
	Pass(dst []S, ok []bool, src []S) ([]S, []bool)
}

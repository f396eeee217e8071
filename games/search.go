package games

// Searcher is implemented by games that support search: constant-sum games with two
// roles, which never move simultaneously. A search calls Look once per node, because
// calling small generic methods for each move would reduce the speed of a Connect
// Four search to 62%.
//
// A score is the difference between the payoff of the player to move and half of
// Total, doubled if Total is odd. A draw scores 0, and the players' scores are
// negatives of each other.
type Searcher[S State] interface {
	Game[S]

	// Scores returns the maximum score, at most 63. All scores are in [-high, high].
	Scores() (high int)

	// StateBits returns the number of bits of a canonical non-terminal state. For
	// states of several words, it is 64 times the number of words.
	StateBits() int

	// Look evaluates the position s without searching it, and stores the result in
	// n, whose buffers it reuses. The position must be canonical and non-terminal.
	// The search does not distinguish between scores of at most alpha, or between
	// scores of at least beta, where alpha < beta.
	//
	// The score of s is in [n.Low, n.High], regardless of alpha and beta. If n.Low <
	// beta, n.High > alpha and n.Low != n.High, the children must be searched. If
	// the maximum of their scores, from the view of the player to move at s, is
	// strictly between alpha and beta, it is the score of s. Otherwise, both are at
	// most alpha, or both are at least beta. Look may omit a move that is no better
	// than another.
	Look(n *Node[S], s S, alpha, beta int)
}

// MoveCounter is implemented by games that can count moves faster than Expand
// generates them.
type MoveCounter[S State] interface {
	// CountMoves appends the number of children of each src state.
	CountMoves(dst []int32, src []S) []int32
}

// Node is the result of Look.
type Node[S State] struct {
	Low, High int
	Children  []Child[S] // in any order
	// NearEnd reports that the game is so close to its end that it does not pay to
	// look up all children in the transposition table before searching the first.
	NearEnd bool
	// Killers reports whether the search should first try moves that refuted other
	// positions at the same depth.
	Killers bool
	// QuickWins reports whether the score of a win depends on the number of plies,
	// so that small trees prove or refute extreme scores.
	QuickWins bool
	// Complete reports that every omitted move loses: after it, the game is over
	// with a score of at most alpha for the player who moved, or Look with the same
	// window proves such a score. If Complete is set and the children are several
	// turns ahead, Forced is the position after the only move that was not omitted.
	Complete bool
	Forced   S

	// Hint is the Hint field of the child under examination, or 0. A search may set
	// it before calling Look, which resets it.
	Hint uint64

	// States, Ends, Swaps and Movers are scratch buffers for Look.
	States []S
	Ends   []int32
	Swaps  []bool
	Movers []int8
}

// Child is a successor of a position in a search.
type Child[S State] struct {
	// State is the canonical state. Distinct positions have distinct states.
	State S
	// Rank is the priority of the move. Moves are examined in descending order of
	// rank, and in any order if their ranks are equal.
	Rank int16
	// Move identifies the move for move ordering. It is less than 4096 and the same
	// for similar moves, such as moves to the same column.
	Move int16
	// Replies is usually the number of replies, or 0 if unknown. It initializes
	// proof numbers, which estimate the effort to prove that the move wins.
	Replies int16
	// TurnChanges is the number of times that the turn passes to the other player
	// before State is reached: 1 for a normal move, 0 if the same player moves
	// again, and greater than 1 if Look skips forced replies.
	TurnChanges int16
	// Hint is game-specific data for Look when the search visits the position, or 0.
	Hint uint64
}

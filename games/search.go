package games

// Searcher is implemented by games that support search: constant-sum games of two
// roles that never move simultaneously. A search calls Look per node. (A Connect Four
// search that called small generic methods per move ran at 62% of the speed of a
// specialized one, because Go neither inlines nor devirtualizes them. With one call
// per node, it visits as many nodes per second: the call takes 2 of about 500 ns.)
//
// A score is the payoff of the player to move minus half of Total, doubled if Total
// is odd. A draw therefore scores 0, and the opponent's score is the negation.
type Searcher[S State] interface {
	Game[S]

	// Scores returns the maximum score, at most 63. Scores are in [-high, high].
	Scores() (high int)

	// StateBits returns the number of bits of canonical non-terminal states: all
	// are less than 1 << StateBits. For states of several words it is 64 times
	// the number of words.
	StateBits() int

	// Look evaluates the position s without searching, for a search with the
	// window (alpha, beta), alpha < beta. The search does not distinguish scores
	// of at most alpha, or scores of at least beta. Look fills n and reuses its
	// buffers. The position s must be canonical and non-terminal.
	//
	// On return, the score of s is in [n.Low, n.High], regardless of the window.
	// If n.Low < beta, n.High > alpha and n.Low != n.High, the children must be
	// searched: if the maximum of their scores for the player to move at s is
	// strictly between alpha and beta, it is the score of s; otherwise it is on
	// the same side of the window as the score. Look may omit a move that is not
	// better than one of the remaining moves.
	Look(n *Node[S], s S, alpha, beta int)
}

// MoveCounter is implemented by games that count moves faster than Expand generates
// them.
type MoveCounter[S State] interface {
	// CountMoves appends the number of children of each src state, 0 for a
	// terminal state.
	CountMoves(dst []int32, src []S) []int32
}

// Node is the result of Look.
type Node[S State] struct {
	Low, High int
	Children  []Child[S] // in any order
	// NearEnd reports that the game is so close to its end that looking up the
	// children in a table before the search does not pay off.
	NearEnd bool
	// Killers reports whether the search should try the refutations of other
	// positions at the same depth first.
	Killers bool
	// QuickWins reports whether the score of a win depends on the number of
	// plies, so that extreme scores are proven or refuted by small trees.
	QuickWins bool
	// Complete reports that every omitted move loses: after it, either the game
	// is over with at most alpha for the player who moved, or Look with the same
	// window proves such a score. If the children are several turns deep, Forced
	// is the position after the only other move.
	Complete bool
	Forced   S

	// Hint is the Hint of the child under examination, or 0. A search may
	// set it before each call of Look, which resets it.
	Hint uint64

	// States, Ends, Swaps and Movers are scratch buffers for Look.
	States []S
	Ends   []int32
	Swaps  []bool
	Movers []int8
}

// Child is a successor position for the search.
type Child[S State] struct {
	// State is canonical. Distinct positions have distinct states, so it can be
	// used as a key.
	State S
	// Rank is the priority of the move. Higher ranks are searched first, and the
	// search orders moves of equal rank.
	Rank int16
	// Move identifies the move for move ordering. It is less than 4096 and equal
	// for similar moves in different positions, such as moves to the same column.
	Move int16
	// Replies estimates the effort to prove a win by this move, and initializes
	// proof numbers. It is usually the number of replies, or 0 if unknown.
	Replies int16
	// TurnChanges is the number of times that the turn passes to the other player
	// before State is reached. It is 1 for a normal move, 0 if the same player
	// moves again, and higher if Look skips forced replies. If it is odd, the
	// other player is to move.
	TurnChanges int16
	// Hint is game-specific data about the position that Look can reuse when the
	// position is visited, or 0.
	Hint uint64
}

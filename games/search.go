package games

// Searcher is the power of games that can be searched: constant-sum, for two
// roles of whom one is to move. A search makes one call a node;
// it knows no move of its own. (A search for Connect Four that called small
// methods of a type parameter for each move ran at 62 % of the speed of one
// written for the game: Go neither inlines nor devirtualises them. With one call
// a node it looks at as many nodes a second, as the call is 2 of about 500 ns.)
//
// A score is the payoff of the player to move less half of the total, times
// two where the total is odd, so that 0 is a draw and the opponent's score is
// the negative.
type Searcher[S State] interface {
	Game[S]

	// Scores is the greatest score, at most 63: scores lie in -high..high.
	Scores() (high int)

	// StateBits is how many bits the canonical states of non-terminal positions
	// use: they are less than 1 << StateBits. 64 times the number of words
	// where states have several.
	StateBits() int

	// Look tells what can be seen of a position without searching, to a search
	// that only asks how its score compares with alpha and beta (alpha < beta;
	// a score of alpha or less is as good as alpha, one of beta or more as good
	// as beta). It fills n, whose buffers it reuses. The position is canonical
	// and not terminal.
	//
	// On return the score of s is at least n.Low and at most n.High, whatever
	// the window. If neither n.Low >= beta nor n.High <= alpha nor n.Low ==
	// n.High, the children are worth searching: the greatest of their scores
	// (seen by the player to move at s), if it lies in alpha+1..beta-1, is the
	// score of s, and it is on the same side of alpha and of beta otherwise.
	// Moves that cannot be better than one that is kept may be left out.
	Look(n *Node[S], s S, alpha, beta int)
}

// MoveCounter is the power of games that count moves faster than by Expand.
type MoveCounter[S State] interface {
	// CountMoves appends how many children each src state has, 0 where play is over.
	CountMoves(dst []int32, src []S) []int32
}

// Node is what Look sees.
type Node[S State] struct {
	Low, High int
	Children  []Child[S] // in any order
	// Late says that so few plies are left that looking the children up in a
	// table before searching any of them does not pay.
	Late bool
	// Killers says that a move that refutes one position is worth trying first
	// in others at the same depth: most moves change nothing that matters.
	Killers bool
	// QuickWins says that the score of a win tells how soon it comes, so that
	// scores far from 0 are proven or refuted by small trees.
	QuickWins bool
	// Complete says that a move that is left out loses: asked with the same window
	// about the position after it, Look decides that the player who has made it gets
	// no more than alpha; or the game is over there with that. If children are several
	// turns ahead, Forced is the position after the only other move.
	Complete bool
	Forced   S

	// Seen is the Seen of the child that is looked at, or 0. A search may set it before each
	// call of Look, which clears it.
	Seen uint64

	// States, Ends, Swaps and Movers are buffers for Look to use as it likes.
	States []S
	Ends   []int32
	Swaps  []bool
	Movers []int8
}

// Child is a position to search on from.
type Child[S State] struct {
	// State is canonical. Different positions have different states, as
	// everywhere, so that a table may use it as its key.
	State S
	// Rank says how promising the move is: the greater, the earlier it is
	// searched. Moves of one rank are ordered by the search.
	Rank int16
	// Move numbers the move for ordering: the same number, below 4096, for what
	// counts as the same move in different positions (a column, from and to).
	Move int16
	// Replies is how many replies must be answered to prove that the move
	// wins, for proof numbers to start from: the number of moves there, or
	// another estimate of the effort. 0 if unknown.
	Replies int16
	// Turns is how often the turn passes to the other player on the way there: 1 where
	// a move does that, 0 where the same player moves again, more where the replies
	// are forced. If it is odd the other player is to move.
	Turns int16
	// Seen is what Look has seen of the position, so that it need not look again when
	// the position is visited; 0 if nothing. What it means is the game's own business.
	Seen uint64
}

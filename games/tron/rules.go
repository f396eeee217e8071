package tron

import (
	"fmt"

	"zermelo/games"
)

// newInfo describes the variant; the registry adds the name and the options.
func (g *game) newInfo() games.Info {
	info := games.Info{
		Title:        "Tron",
		Roles:        []string{"red", "blue"},
		Total:        100,
		Payoffs:      []int{0, 50, 100},
		Simultaneous: g.simultaneous,
		LayerName:    "ply",
		Rules:        g.rules(),
	}
	switch {
	case g.square && g.simultaneous:
		info.Symmetry = "the diagonal x=y, and the half-turn with the colours exchanged"
	case g.square:
		info.Symmetry = "the diagonal x=y"
	case g.simultaneous:
		info.Symmetry = "the half-turn with the colours exchanged"
	}
	return info
}

// rules explains the game with the reading in force. The readings differ
// between a description in prose and the rule sheet snake2p.kif of the
// General Game Playing repository.
func (g *game) rules() []string {
	var (
		board = fmt.Sprintf("The board has %d columns and %d rows; cell x.y is in column x from the left and row y from the top, both counted from 0. "+
			"Red's head starts on 1.1, blue's head on %d.%d. No other cell is occupied.", g.width, g.height, g.width-2, g.height-2)
		walls = "There are no walls: all cells can be entered."
		turns = "The players move in turn, red first."
		edge  = "A move over the edge of the board does not exist."
		err   = "Entering a forbidden cell or the cell of the other head is an error."
		end   = "The game ends at once when a player has erred, or when no blank cell is left. A cell is blank if it is not forbidden and has no head."
		full  = "The one who erred gets 0 and the other 100. If nobody has erred and the board is full, each gets 50."
	)
	switch {
	case g.ring:
		walls = "The outermost cells are walls. Moves into them exist."
		edge = "The walls keep both heads from the edge of the board."
		err = "Entering a wall, a forbidden cell or the cell of the other head is an error."
		end = "The game ends at once when a player has erred, or when no blank cell is left. A cell is blank if it is not a wall, not forbidden and has no head."
	case g.edgeError:
		edge = "A move over the edge of the board is legal; it is an error."
		err = "Leaving the board or entering a forbidden cell or the cell of the other head is an error."
	}
	if g.simultaneous {
		turns = "Both players move at once, and neither sees the other's move first; a joint move counts as one ply."
		err += " The cells that the heads have just left are forbidden already, so following into the other's cell is an error of the follower, " +
			"and both err if they exchange cells or enter the same cell."
		full = "If one has erred, it gets 0 and the other 100. If both have erred, or nobody has and the board is full, each gets 50."
	}
	return []string{
		board + " " + walls,
		turns + " A move takes the own head one cell: moveUp to y-1, moveDown to y+1, moveLeft to x-1, moveRight to x+1. The cell left behind becomes forbidden for good. Nobody can pass. " + edge,
		err + " Such moves are legal all the same: they count as moves.",
		end + " " + full,
		g.sources(),
	}
}

// sources says where the readings come from.
func (g *game) sources() string {
	return "Sources: two descriptions of this game are known. The one in prose lets the players move in turn (turns=alternating), calls the 'w' cells empty (walls=none), " +
		"and keeps the heads within the board (edge=illegal); the rule sheet snake2p.kif lets both move at once (turns=simultaneous) and " +
		"makes the 'w' cells walls (walls=ring), so that its edge is never reached. In force: turns=" +
		choose(g.simultaneous, "simultaneous", "alternating") + ", walls=" + choose(g.ring, "ring", "none") +
		", edge=" + choose(g.edgeError, "error", "illegal") + "."
}

func choose(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}

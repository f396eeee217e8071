package solved

import (
	"slices"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/value"
)

// View is an Answer for programs that draw the position. Its JSON encoding has the fields of
// Answer, but with more details in board, moves and matrix.
type View struct {
	Answer
	// Movers lists the roles that move simultaneously, in the order of a joint move. It is
	// empty if Mover is a role and in terminal positions.
	Movers []int `json:"movers,omitempty"`
	Start  bool  `json:"start"`  // start position
	Scores bool  `json:"scores"` // wins can have different values, as in Othello
	// Scale is set in games with chance that list their payoffs and are not general-sum.
	Scale *ViewScale `json:"scale,omitempty"`
	// Paints lists the colours of the roles' pieces, with the names used in picture.CSS.
	Paints []string    `json:"paints"`
	Board  ViewBoard   `json:"board"`
	Moves  []ViewMove  `json:"moves,omitempty"`
	Matrix *ViewMatrix `json:"matrix,omitempty"`
}

// ViewScale is the range of the payoffs of role 0.
type ViewScale struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Probability reports whether the position of a payoff in the range is the probability
	// that role 0 wins.
	Probability bool `json:"probability"`
}

// ViewBoard is a games.Drawing with names instead of numbers.
type ViewBoard struct {
	// Width and Height are in cells. They are 0 without a board.
	Width  int `json:"width"`
	Height int `json:"height"`
	// Grid is "squares", "chequered", "hexagons" or "holes"; see games.Grid.
	Grid string `json:"grid"`
	// Cells lists the cells in row-major order, starting at the top.
	Cells []ViewCell `json:"cells"`
	// Lines lists the pairs of connected cells on a board that consists of points.
	Lines [][2]int `json:"lines,omitempty"`
	// Edges holds the owners of the top, bottom, left and right edge: 0 means no role, 1 means
	// role 0, and 2 means role 1.
	Edges []int `json:"edges,omitempty"`
	Won   []int `json:"won,omitempty"` // cells of the winning row or chain
	// Hands lists the pieces that each role has in hand. Tracks lists scores and counters.
	Hands  [][]ViewCell  `json:"hands,omitempty"`
	Tracks []games.Track `json:"tracks,omitempty"`
	// Columns and Rows are labels, from left to right and from top to bottom.
	Columns []string `json:"columns"`
	Rows    []string `json:"rows"`
	// Notes are lines to be shown below the board. Legend explains the glyphs.
	Notes  []string `json:"notes"`
	Legend []string `json:"legend"`
}

// ViewCell is a cell of a ViewBoard.
type ViewCell struct {
	Kind  string `json:"kind"` // empty, piece, wall, blocked or mark
	Role  int    `json:"role"` // owner of a piece or mark; otherwise -1
	Glyph string `json:"glyph"`
	// Figure is the shape of a piece, such as "pawn"; see games.Figure.
	Figure string `json:"figure,omitempty"`
	Count  int    `json:"count,omitempty"` // number of seeds in a pit, or width of a slab in percent of the cell
}

// ViewMove is a Move with its result and the cells that change.
type ViewMove struct {
	Move
	// Result is "win", "draw" or "loss" for the mover, or "unknown" if the value is not proven.
	// It is empty in general-sum and single-role games, in games with chance, and if both roles
	// choose simultaneously.
	Result string `json:"outcome,omitempty"`
	Cells  []int  `json:"cells"` // indexes of the cells that change
}

// ViewMatrix is a Matrix that includes the position after each joint move.
type ViewMatrix struct {
	*Matrix
	// Children holds the positions in row-major order.
	Children [][]string `json:"children"`
}

func (b *solvedGame[S]) View(text string) (*View, error) { return b.view(text, b.lookUp) }

func (b *solvedGame[S]) Unstored(text string) (*View, error) { return b.view(text, b.unstored) }

func (b *solvedGame[S]) view(text string, find func(S) (*Position, []S, error)) (*View, error) {
	s, err := stateOf(b.game, text)
	if err != nil {
		return nil, err
	}
	p, children, err := find(s)
	if err != nil {
		return nil, err
	}
	v := &View{
		Answer: NewAnswer(b, p), Start: s == b.game.Start(), Scores: HasScores(b.info), Paints: Paints(b.info),
		Board: NewViewBoard(p.Drawing), Moves: make([]ViewMove, len(p.Moves)),
	}
	if b.info.Stochastic && !b.info.GeneralSum && len(b.info.Payoffs) > 0 {
		all := b.info.Payoffs
		v.Scale = &ViewScale{b.info.Points(slices.Min(all)), b.info.Points(slices.Max(all)), len(b.info.Roles) > 1 && b.info.WinOrLose()}
	}
	if p.Mover < 0 && !p.Terminal && !p.Random {
		v.Movers = games.RolesWithMoves(p.Names)
	}
	changed := make([]int, 0, 4*len(p.Moves)) // shared by all moves to save allocations
	for i := range p.Moves {
		m, from := &p.Moves[i], len(changed)
		changed = p.Drawing.AppendChanged(changed, games.DrawingOf(b.game, children[m.at]))
		v.Moves[i] = ViewMove{
			Move: *m, Result: resultFor(b.info, p.Mover, m.Outcome),
			Cells: changed[from:len(changed):len(changed)],
		}
	}
	if p.Matrix != nil {
		v.Matrix = &ViewMatrix{p.Matrix, childrenOf(p)}
	}
	return v, nil
}

// NewViewBoard converts a drawing to a ViewBoard.
func NewViewBoard(d games.Drawing) ViewBoard {
	grids := [...]string{games.Squares: "squares", games.Chequered: "chequered", games.Hexagons: "hexagons", games.Holes: "holes"}
	v := ViewBoard{
		Width: d.Width, Height: d.Height, Grid: grids[d.Grid], Cells: viewCells(d.Cells), Lines: d.Lines, Won: d.Won, Tracks: d.Tracks,
		Columns: notNil(d.Columns), Rows: notNil(d.Rows), Notes: notNil(d.Notes), Legend: notNil(d.Legend),
	}
	if d.Edges != [4]int{} {
		v.Edges = d.Edges[:]
	}
	if len(d.Hands[0])+len(d.Hands[1]) > 0 {
		v.Hands = [][]ViewCell{viewCells(d.Hands[0]), viewCells(d.Hands[1])}
	}
	return v
}

func viewCells(cells []games.Cell) []ViewCell {
	kinds := [...]string{
		games.Empty: "empty", games.Piece: "piece", games.Wall: "wall", games.Blocked: "blocked", games.Mark: "mark",
	}
	list := make([]ViewCell, len(cells))
	for i, c := range cells {
		list[i] = ViewCell{Kind: kinds[c.Kind], Role: -1, Glyph: words.Label(c), Count: c.Count}
		if c.Kind == games.Piece || c.Kind == games.Mark {
			list[i].Role = c.Role
		}
		if c.Kind == games.Piece || c.Kind == games.Mark && c.Figure != games.Lettered {
			list[i].Figure = c.Figure.String()
		}
	}
	return list
}

// Paints returns the colours of the roles' pieces; see View.
func Paints(info *games.Info) (list []string) {
	for role := range info.Roles {
		list = append(list, info.Colour(role))
	}
	return list
}

// notNil returns an empty list instead of nil, which encoding/json would encode as null.
func notNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// resultFor returns ViewMove.Result for a move by mover that leads to outcome o.
func resultFor(info *games.Info, mover int, o value.Outcome) string {
	switch {
	case mover < 0 || info.GeneralSum || info.Stochastic || len(info.Roles) < 2:
		return ""
	case !proven(o):
		return "unknown"
	}
	return [...]string{"loss", "draw", "win"}[1+o.Payoff[mover].Cmp(o.Payoff[1-mover])]
}

// HasScores reports whether wins in a game of two players can have different values.
func HasScores(info *games.Info) bool {
	if info.GeneralSum || len(info.Roles) < 2 {
		return false
	}
	won := 0
	for _, x := range info.Payoffs {
		more := max(x, info.Total-x)
		switch {
		case 2*more == info.Total: // draw
		case won == 0:
			won = more
		case won != more:
			return true
		}
	}
	return len(info.Payoffs) == 0 && info.Points(info.Total) != 1 // unknown payoffs; a total of 1 cannot be shared
}

// childrenOf returns the position after each joint move, in the order of the matrix.
func childrenOf(p *Position) [][]string {
	children := make([][]string, len(p.Matrix.Rows))
	for i, row := range p.Matrix.Rows {
		for _, column := range p.Matrix.Columns {
			at := slices.IndexFunc(p.Moves, func(m Move) bool { return m.Name == row+"+"+column })
			children[i] = append(children[i], p.Moves[at].Child)
		}
	}
	return children
}

// Answer is a position with the name and the roles of its game.
type Answer struct {
	Game  string   `json:"game"`
	Roles []string `json:"roles"`
	*Position
}

// NewAnswer returns the Answer for a position of b.
func NewAnswer(b Game, p *Position) Answer {
	return Answer{Game: b.Info().Name, Roles: b.Info().Roles, Position: p}
}

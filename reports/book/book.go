// Package book answers questions about positions of solved games: what a
// position is worth, which moves keep that, and how play goes on.
//
// Open makes the Book of a game that has a table, OpenProof that of a game with a
// proof or with results of searches, New one over any Table. Analyze searches a
// position of a game that has neither. A Book hides the type of the game's states:
// positions go in and out in the game's notation.
package book

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/reports/measure"
	"zermelo/reports/words"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// Book answers questions about the positions of one solved game. It is safe
// for concurrent use. Errors are games.InputError for mistakes in what the
// user typed, and those of the table for missing or damaged data.
type Book interface {
	// Info describes the game.
	Info() *games.Info
	// Solution describes the solution.
	Solution() *job.Solution
	// Size is the size of the table on disk, in bytes.
	Size() (int64, error)
	// Start is the first position.
	Start() (*Position, error)
	// Look finds the position with this notation. An empty text means the start.
	Position(text string) (*Position, error)
	// View is Look with what a program shows that lets people explore a game.
	View(text string) (*View, error)
	// Sketch is View for a position that the table does not have: its value is
	// not known, and those of its moves only where the table has them.
	Unstored(text string) (*View, error)
	// Draw draws the position with this notation, whether the table has it or
	// not.
	Draw(text string) (games.Drawing, error)
	// Follow plays moves from a position ("" for the start) and returns all
	// positions on the way, the first one included. Where there is no table,
	// only the last one has values, as they may have to be searched for. An
	// illegal move is an error that names it, its place and the legal moves.
	Follow(from string, moves []string) ([]*Position, error)
	// Line is a principal variation from a position ("" for the start), at
	// most a number of moves long: the positions, first one included, and the
	// moves between them. Where both choose at once it follows the joint move
	// that perfect play chooses most often, of equals the first.
	Line(from string, limit int) (line []*Position, moves []string, err error)
	// Close releases the table.
	Close() error

	// packed finds the position with the words of a state.
	Packed(words []uint64) (*Position, error)
	// longestWin and zugzwangs are examples from a table of tiers; nil where
	// there are none.
	LongestWin() (*Position, error)
	Zugzwangs() (*Zugzwangs, error)
	// tense are positions with much at stake, in games that are no contest of two
	// who take turns.
	HighStakes(count int) ([]*Position, error)
	// standing is how good a payoff is for the player who gets it, from -1, the
	// least there is, over 0, half of the total, to 1, the most.
	Standing(payoff *big.Rat) float64
	// measure is Measure.
	Measure(ctx context.Context) (*measure.Measures, error)
}

// Table looks up what becomes of states that need not be canonical.
type Table[S games.State] interface {
	Probe(dst []value.Outcome, states []S) ([]value.Outcome, error)
	Size() (int64, error)
	Close() error
}

// book is the Book of a game with states of type S.
type book[S games.State] struct {
	game     games.Game[S]
	info     *games.Info
	notation games.Notation[S]
	table    Table[S]
	solution *job.Solution
}

func New[S games.State](g games.Game[S], table Table[S], solution *job.Solution) *book[S] {
	return &book[S]{game: g, info: g.Info(), notation: games.NotationOf(g), table: table, solution: solution}
}

func (b *book[S]) Info() *games.Info       { return b.info }
func (b *book[S]) Solution() *job.Solution { return b.solution }
func (b *book[S]) Size() (int64, error)    { return b.table.Size() }
func (b *book[S]) Close() error            { return b.table.Close() }

func (b *book[S]) Start() (*Position, error) { return b.position(b.game.Start()) }

func (b *book[S]) Measure(ctx context.Context) (*measure.Measures, error) {
	return measure.Of(ctx, b.game, measure.Table[S](b.table), b.solution)
}

func (b *book[S]) Position(text string) (*Position, error) {
	s, err := b.state(text)
	if err != nil {
		return nil, err
	}
	return b.position(s)
}

func (b *book[S]) Packed(words []uint64) (*Position, error) {
	var s S
	if len(words) != games.Words[S]() {
		return nil, fmt.Errorf("example state of %d words, want %d", len(words), games.Words[S]())
	}
	copy(games.Bits(&s), words)
	return b.position(s)
}

func (b *book[S]) Draw(text string) (games.Drawing, error) {
	s, err := b.state(text)
	if err != nil {
		return games.Drawing{}, err
	}
	return games.DrawingOf(b.game, s), nil
}

// state reads a position; an empty text means the start.
func (b *book[S]) state(text string) (S, error) {
	if text == "" {
		return b.game.Start(), nil
	}
	return b.notation.ParseState(text)
}

func (b *book[S]) Follow(from string, moves []string) ([]*Position, error) {
	look := func(text string, last bool) (*Position, error) {
		if _, searches := b.table.(estimator[S]); searches && !last {
			return b.passed(text)
		}
		return b.Position(text)
	}
	p, err := look(from, len(moves) == 0)
	if err != nil {
		return nil, err
	}
	line := []*Position{p}
	for i, name := range moves {
		if p.Terminal {
			return nil, games.BadInput("move %d, %q: the game is over at %s after %s", i+1, name, p.Text, words.Plural(int64(i), "move"))
		}
		m := p.find(name)
		if m == nil {
			return nil, games.BadInput("move %d, %q, is not legal at %s: the legal moves are %s", i+1, name, p.Text, legal(b.info, p))
		}
		if p, err = look(m.Child, i == len(moves)-1); err != nil {
			return nil, err
		}
		line = append(line, p)
	}
	return line, nil
}

// find is the move with this name, or nil.
func (p *Position) find(name string) *Move {
	for i := range p.Moves {
		if p.Moves[i].Name == name {
			return &p.Moves[i]
		}
	}
	return nil
}

// legal lists the legal moves: those of each role where both choose at once.
func legal(info *games.Info, p *Position) string {
	if m := p.Matrix; m != nil {
		return fmt.Sprintf("%s for %s and %s for %s; both choose at once, so write the two together, as in %s+%s",
			strings.Join(m.Rows, ", "), info.Roles[0], strings.Join(m.Columns, ", "), info.Roles[1], m.Rows[0], m.Columns[0])
	}
	names := make([]string, len(p.Moves))
	for i, m := range p.Moves {
		names[i] = m.Name
	}
	return strings.Join(names, ", ")
}

func (b *book[S]) Line(from string, limit int) ([]*Position, []string, error) {
	p, err := b.Position(from)
	if err != nil {
		return nil, nil, err
	}
	line, moves := []*Position{p}, []string{}
	seen := map[string]bool{}
	for !p.Terminal && len(moves) < limit && !seen[p.Text] {
		seen[p.Text] = true
		best := p.Moves[0]
		if p, err = b.Position(best.Child); err != nil {
			return nil, nil, err
		}
		line, moves = append(line, p), append(moves, best.Name)
	}
	return line, moves, nil
}

// Repeated is the number of moves after which the last position of a line was
// there before, or -1.
func Repeated(line []*Position) int {
	last := len(line) - 1
	return slices.IndexFunc(line[:last], func(p *Position) bool { return p.Text == line[last].Text })
}
